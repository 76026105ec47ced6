import type { Catalogue } from "../catalogue";
import hansa from "./hansa.json";
import teutonica from "./teutonica.json";
import ui from "./ui.json";

const catalogue: Catalogue = { ...ui, ...teutonica, ...hansa };
export default catalogue;

import type { Catalogue } from "../catalogue";
import hansa from "./hansa.json";
import rules from "./rules.json";
import teutonica from "./teutonica.json";
import ui from "./ui.json";

const catalogue: Catalogue = { ...ui, ...teutonica, ...hansa, ...rules };
export default catalogue;

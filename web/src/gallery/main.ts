import { start } from "../start";
import Gallery from "./Gallery.svelte";

void start(Gallery);

import { mountPage } from "../mountPage";
import Gallery from "./Gallery.svelte";

void mountPage(Gallery);

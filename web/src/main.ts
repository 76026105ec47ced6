import App from "./App.svelte";
import { mountPage } from "./mountPage";

void mountPage(App);

import App from "./App.svelte";
import { start } from "./start";

void start(App);

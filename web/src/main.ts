import App from "./App.svelte";
import { mountPage } from "./mountPage";
import { registerWorker } from "./worker/register";

// After an upgrade of the server, parts that are loaded on demand have other names: load the page anew, but only once.
const RELOADED = "kontor.reloaded";
window.addEventListener("vite:preloadError", () => {
  if (sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
});

void mountPage(App);
registerWorker();

/** Brings a page to life: its language, its art, and then what it shows. */

import { mount, type Component } from "svelte";
import { speak } from "./messages/speech.svelte";
import { installSprite } from "./parts/icons";
import "./theme/base.css";
import { installOwnerSheet, settings } from "./theme/settings.svelte";

/** Show a component on the page. */
export async function start(component: Component): Promise<void> {
  settings.apply();
  await speak(settings.locale);
  installSprite();
  installOwnerSheet();
  mount(component, { target: document.getElementById("app") as HTMLElement });
}

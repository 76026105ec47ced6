/** Mounts a page: loads its language, installs the sprite and the colours, and shows a component. */

import { mount, type Component } from "svelte";
import { setLocale } from "./messages/i18n.svelte";
import { installSprite } from "./parts/icons";
import "./theme/base.css";
import { applyChanges, installPlayerColours, settings } from "./theme/settings.svelte";

/** Mount a component once its language is loaded. */
export async function mountPage(component: Component): Promise<void> {
  settings.apply();
  await setLocale(settings.locale);
  applyChanges();
  installSprite();
  installPlayerColours();
  mount(component, { target: document.getElementById("app") as HTMLElement });
}

/** What a reader chose for this browser: how it looks, moves and calls. */

import { isLocale, type Locale } from "../messages/locales";
import { ownerSheet, PALETTES, type Palette } from "./owners";

export type Theme = "light" | "dark";
export type ThemeChoice = Theme | "system";

const STORE = "kontor.settings";

interface Choices {
  locale: Locale;
  theme: ThemeChoice;
  palette: Palette;
  still: boolean;
  follow: boolean;
  confirm: boolean;
  sound: boolean;
  notify: boolean;
}

function readerLocale(): Locale {
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLocale) ?? "en";
}

function stored(): Partial<Choices> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Choices>;
  } catch {
    return {};
  }
}

const night = matchMedia("(prefers-color-scheme: dark)");

class Settings {
  locale = $state<Locale>("en");
  theme = $state<ThemeChoice>("system");
  palette = $state<Palette>(PALETTES[0]);
  /** Nothing moves on the screen. */
  still = $state(false);
  /** The moves of others are shown one by one. */
  follow = $state(true);
  /** The end of a turn is asked for twice. */
  confirm = $state(false);
  sound = $state(false);
  notify = $state(false);
  #systemDark = $state(night.matches);

  constructor() {
    const kept = stored();
    this.locale = kept.locale && isLocale(kept.locale) ? kept.locale : readerLocale();
    this.theme = kept.theme ?? "system";
    this.palette = PALETTES.find((palette) => palette === kept.palette) ?? PALETTES[0];
    this.still = kept.still ?? matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.follow = kept.follow ?? true;
    this.confirm = kept.confirm ?? false;
    this.sound = kept.sound ?? false;
    this.notify = kept.notify ?? false;
    night.addEventListener("change", () => (this.#systemDark = night.matches));
  }

  /** The theme in force. */
  get shownTheme(): Theme {
    if (this.theme !== "system") return this.theme;
    return this.#systemDark ? "dark" : "light";
  }

  /** Keep the choices for the next visit and show them on the page; called from an effect. */
  apply(): void {
    const { locale, theme, palette, still, follow, confirm, sound, notify } = this;
    const choices: Choices = { locale, theme, palette, still, follow, confirm, sound, notify };
    localStorage.setItem(STORE, JSON.stringify(choices));
    const root = document.documentElement;
    root.lang = locale;
    root.dataset.theme = this.shownTheme;
    root.dataset.palette = palette;
    root.dataset.still = String(still);
  }
}

export const settings = new Settings();

/** Put the tones of all owners on the page. */
export function installOwnerSheet(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(ownerSheet());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** What a reader chose for this browser: language, theme and palette. */

import { isLocale, type Locale } from "../messages/locales";
import { ownerSheet, PALETTES, type Palette } from "./owners";

export type Theme = "light" | "dark";
export type ThemeChoice = Theme | "system";

const STORE = "kontor.settings";

interface Choices {
  locale: Locale;
  theme: ThemeChoice;
  palette: Palette;
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
  #systemDark = $state(night.matches);

  constructor() {
    const kept = stored();
    this.locale = kept.locale && isLocale(kept.locale) ? kept.locale : readerLocale();
    this.theme = kept.theme ?? "system";
    this.palette = PALETTES.find((palette) => palette === kept.palette) ?? PALETTES[0];
    night.addEventListener("change", () => (this.#systemDark = night.matches));
  }

  /** The theme in force. */
  get shownTheme(): Theme {
    if (this.theme !== "system") return this.theme;
    return this.#systemDark ? "dark" : "light";
  }

  /** Keep the choices for the next visit and show them on the page; called from an effect. */
  apply(): void {
    const { locale, theme, palette } = this;
    localStorage.setItem(STORE, JSON.stringify({ locale, theme, palette }));
    const root = document.documentElement;
    root.lang = locale;
    root.dataset.theme = this.shownTheme;
    root.dataset.palette = palette;
  }
}

export const settings = new Settings();

/** Put the tones of all owners on the page. */
export function installOwnerSheet(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(ownerSheet());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

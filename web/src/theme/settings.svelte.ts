/** The settings of this browser: language, theme, colours, layout, motion, sound and notifications. */

import { setLocale } from "../messages/i18n.svelte";
import { isLocale, type Locale } from "../messages/locales";
import { playerColourCss, PALETTES, type Palette } from "./playerColours";

export type Theme = "light" | "dark";
export type ThemeChoice = Theme | "system";
/** The side of the rail on a phone that is held sideways. */
export type RailSide = "left" | "right";

const STORAGE_KEY = "kontor.settings";

interface Choices {
  locale: Locale;
  theme: ThemeChoice;
  palette: Palette;
  rail: RailSide;
  still: boolean;
  follow: boolean;
  confirm: boolean;
  takeBack: boolean;
  sound: boolean;
  volume: number;
  notify: boolean;
}

function readerLocale(): Locale {
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLocale) ?? "en";
}

function stored(): Partial<Choices> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<Choices>;
  } catch {
    return {};
  }
}

const systemDark = matchMedia("(prefers-color-scheme: dark)");

class Settings {
  locale = $state<Locale>("en");
  theme = $state<ThemeChoice>("system");
  palette = $state<Palette>(PALETTES[0]);
  rail = $state<RailSide>("right");
  /** Whether motion is reduced. */
  still = $state(false);
  /** Whether the moves of others are shown one by one. */
  follow = $state(true);
  /** Whether ending a turn with unused actions asks first. */
  confirm = $state(true);
  /** Whether the end of a turn can be taken back for some seconds before it is sent. */
  takeBack = $state(true);
  sound = $state(false);
  /** The loudness of sounds, from 0 to 1. */
  volume = $state(0.5);
  notify = $state(false);
  #systemDark = $state(systemDark.matches);

  constructor() {
    const saved = stored();
    this.locale = saved.locale && isLocale(saved.locale) ? saved.locale : readerLocale();
    this.theme = saved.theme ?? "system";
    this.palette = PALETTES.find((palette) => palette === saved.palette) ?? PALETTES[0];
    this.rail = saved.rail === "left" ? "left" : "right";
    this.still = saved.still ?? matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.follow = saved.follow ?? true;
    // Before there was `takeBack`, `confirm` meant something else and was off unless chosen.
    this.confirm = saved.takeBack === undefined ? true : (saved.confirm ?? true);
    this.takeBack = saved.takeBack ?? true;
    this.sound = saved.sound ?? false;
    this.volume = saved.volume ?? 0.5;
    this.notify = saved.notify ?? false;
    systemDark.addEventListener("change", () => (this.#systemDark = systemDark.matches));
  }

  /** The theme in use. */
  get shownTheme(): Theme {
    if (this.theme !== "system") return this.theme;
    return this.#systemDark ? "dark" : "light";
  }

  /** Store the settings and apply them to the page; called from an effect. */
  apply(): void {
    const { locale, theme, palette, rail, still, follow, confirm, takeBack, sound, volume, notify } = this;
    const choices: Choices = { locale, theme, palette, rail, still, follow, confirm, takeBack, sound, volume, notify };
    localStorage.setItem(STORAGE_KEY, JSON.stringify(choices));
    const root = document.documentElement;
    root.lang = locale;
    root.dataset.theme = this.shownTheme;
    root.dataset.palette = palette;
    root.dataset.still = String(still);
  }
}

export const settings = new Settings();

/** Store and apply every change of the settings from now on. */
export function applyChanges(): void {
  $effect.root(() => {
    let shown = settings.locale;
    $effect(() => settings.apply());
    $effect(() => {
      if (settings.locale !== shown) void setLocale((shown = settings.locale));
    });
  });
}

/** Install the style sheet with the colours of all players. */
export function installPlayerColours(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(playerColourCss());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The catalogue of messages: one object of ICU texts per language, all with the keys of the English one. */

import type hansa from "./en/hansa.json";
import type rules from "./en/rules.json";
import type teutonica from "./en/teutonica.json";
import type ui from "./en/ui.json";
import type { Locale } from "./locales";

type English = typeof ui & typeof teutonica & typeof hansa & typeof rules;

export type MessageKey = keyof English & string;
export type Catalogue = Readonly<Record<MessageKey, string>>;

const LOADERS: Readonly<Record<Locale, () => Promise<{ default: Catalogue }>>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
};

/** The messages of a language; each language is a file of its own that is fetched when it is chosen. */
export async function load(locale: Locale): Promise<Catalogue> {
  return (await LOADERS[locale]()).default;
}

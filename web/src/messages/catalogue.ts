/** The catalogue of messages: one object of ICU texts per language, all with the keys of the English one. */

import type hansa from "./en/hansa.json";
import type lessons from "./en/lessons.json";
import type rulebook from "./en/rulebook.json";
import type rules from "./en/rules.json";
import type study from "./en/study.json";
import type teutonica from "./en/teutonica.json";
import type ui from "./en/ui.json";
import type { Locale } from "./locales";

type English = typeof ui & typeof teutonica & typeof hansa & typeof rules;
type EnglishLearning = typeof lessons & typeof rulebook & typeof study;

export type MessageKey = (keyof English | keyof EnglishLearning) & string;
export type Catalogue = Readonly<Record<keyof English & string, string>>;
/** What is said in lessons, in the rule book, in puzzles, and when something is explained or analysed. */
export type LearningCatalogue = Readonly<Record<keyof EnglishLearning & string, string>>;

type Loader<T> = Readonly<Record<Locale, () => Promise<{ default: T }>>>;

const LOADERS: Loader<Catalogue> = {
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
};

const LEARNING: Loader<LearningCatalogue> = {
  en: () => import("./en/learning"),
  de: () => import("./de/learning"),
  fr: () => import("./fr/learning"),
};

/** The messages of a language; each language is a file of its own that is fetched when it is chosen. */
export async function load(locale: Locale): Promise<Catalogue> {
  return (await LOADERS[locale]()).default;
}

/** What learners are told in a language, which the first page does not need. */
export async function loadLearning(locale: Locale): Promise<LearningCatalogue> {
  return (await LEARNING[locale]()).default;
}

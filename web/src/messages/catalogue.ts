/** Loads the messages of a language. */

import type { Locale } from "./locales";
import type { Messages } from "./types";

const INTERFACE = import.meta.glob<Messages>("./*/index.ts", { import: "default" });
const LEARNING = import.meta.glob<Messages>("./*/learning.ts", { import: "default" });

/** Load the messages of the interface and of all games; each language is one chunk, fetched when it is chosen. */
export function loadMessages(locale: Locale): Promise<Messages> {
  return loaded(INTERFACE[`./${locale}/index.ts`]);
}

/** Load the messages of lessons, rule book, puzzles, explanations and analysis, which the start page does not need. */
export function loadLearningMessages(locale: Locale): Promise<Messages> {
  return loaded(LEARNING[`./${locale}/learning.ts`]);
}

async function loaded(load: (() => Promise<Messages>) | undefined): Promise<Messages> {
  return load ? load() : {};
}

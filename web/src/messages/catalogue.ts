/** Loads the messages of a language. */

import type { Locale } from "./locales";
import type { Messages } from "./types";

/** The messages that the start page does not need; each group is a file of every language. */
export const TEXT_GROUPS = ["learning", "account", "home", "notify", "moderation", "profile", "groups"] as const;
export type TextGroup = (typeof TEXT_GROUPS)[number];

const INTERFACE = import.meta.glob<Messages>("./*/index.ts", { import: "default" });
const GROUPS = import.meta.glob<Messages>(["./*/*.ts", "!./*/index.ts"], { import: "default" });

/** Load the messages of the interface and of all games; each language is one chunk, fetched when it is chosen. */
export function loadMessages(locale: Locale): Promise<Messages> {
  return loaded(INTERFACE[`./${locale}/index.ts`]);
}

/** Load a group of messages: `learning` has those of lessons, rule book, puzzles, explanations and analysis. */
export function loadGroup(group: TextGroup, locale: Locale): Promise<Messages> {
  return loaded(GROUPS[`./${locale}/${group}.ts`]);
}

async function loaded(load: (() => Promise<Messages>) | undefined): Promise<Messages> {
  return load ? load() : {};
}

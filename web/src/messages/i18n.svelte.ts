/** The language in use. */

import { loadLearningMessages, loadMessages } from "./catalogue";
import type { Locale } from "./locales";
import { Translator, type Values } from "./translator";
import type { MessageKey } from "./types";

let current = $state.raw<Translator>();
let withLearning = false;

async function translatorOf(locale: Locale): Promise<Translator> {
  const [messages, learning] = await Promise.all([loadMessages(locale), withLearning ? loadLearningMessages(locale) : {}]);
  return new Translator(locale, { ...messages, ...learning });
}

/** Switch to a language; everything shown is rendered again. */
export async function setLocale(locale: Locale): Promise<void> {
  current = await translatorOf(locale);
}

/** Load the messages for learners as well, now and for every language chosen later. */
export async function loadLearningTexts(): Promise<void> {
  if (withLearning) return;
  withLearning = true;
  if (current) current = await translatorOf(current.locale);
}

/** The translator of the chosen language; `setLocale` must have been awaited once. */
export function translator(): Translator {
  if (!current) throw new Error("No language is loaded yet; await setLocale() before the page is mounted.");
  return current;
}

/** A message in the chosen language. */
export function t(key: MessageKey, values?: Values): string {
  return translator().t(key, values);
}

/** A message whose key is made at run time, or a fallback where there is none. */
export function tOr(key: string, fallback: string, values?: Values): string {
  return translator().tOr(key, fallback, values);
}

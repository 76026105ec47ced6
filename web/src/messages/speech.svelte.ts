/** The language that is spoken now. */

import { load, loadLearning, type MessageKey } from "./catalogue";
import type { Locale } from "./locales";
import { Translator, type Values } from "./translator";

let current = $state.raw<Translator>();
let teaches = false;

async function translatorOf(locale: Locale): Promise<Translator> {
  const [catalogue, learning] = await Promise.all([load(locale), teaches ? loadLearning(locale) : {}]);
  return new Translator(locale, { ...catalogue, ...learning });
}

/** Speak a language from now on; everything shown is said again. */
export async function speak(locale: Locale): Promise<void> {
  current = await translatorOf(locale);
}

/** Know from now on what learners are told, too. */
export async function teach(): Promise<void> {
  if (teaches) return;
  teaches = true;
  if (current) current = await translatorOf(current.locale);
}

/** The translator of the chosen language; `speak` must have been awaited once. */
export function translator(): Translator {
  if (!current) throw new Error("No language is loaded yet; await speak() before the page is mounted.");
  return current;
}

/** A message in the chosen language. */
export function say(key: MessageKey, values?: Values): string {
  return translator().say(key, values);
}

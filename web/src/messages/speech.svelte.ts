/** The language that is spoken now. */

import { load, type MessageKey } from "./catalogue";
import type { Locale } from "./locales";
import { Translator, type Values } from "./translator";

let current = $state.raw<Translator>();

/** Speak a language from now on; everything shown is said again. */
export async function speak(locale: Locale): Promise<void> {
  current = new Translator(locale, await load(locale));
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

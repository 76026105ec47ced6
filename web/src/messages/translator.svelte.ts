/** Turns keys and values into text of the chosen language. */

import { IntlMessageFormat } from "intl-messageformat";
import { load, type Catalogue, type MessageKey } from "./catalogue";
import type { Locale } from "./locales";

export type Values = Readonly<Record<string, string | number>>;

/** A text not yet put into a language. */
export interface Sentence {
  readonly key: MessageKey;
  readonly values?: Values;
}

/** Says the messages of one language. */
export class Translator {
  readonly #formats = new Map<MessageKey, IntlMessageFormat>();

  constructor(
    readonly locale: Locale,
    readonly catalogue: Catalogue,
  ) {}

  /** Whether a word is the key of a message. */
  knows(key: string): key is MessageKey {
    return key in this.catalogue;
  }

  /** A message with its values filled in. */
  say(key: MessageKey, values: Values = {}): string {
    return String(this.#format(key).format({ ...values }));
  }

  /** Several texts as one list. */
  list(texts: readonly string[]): string {
    return new Intl.ListFormat(this.locale, { type: "conjunction" }).format(texts);
  }

  #format(key: MessageKey): IntlMessageFormat {
    let format = this.#formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(this.catalogue[key], this.locale);
      this.#formats.set(key, format);
    }
    return format;
  }
}

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

/** Turns message keys and values into text of one language. */

import { IntlMessageFormat } from "intl-messageformat";
import type { MessageKey, Messages } from "./types";
import type { Locale } from "./locales";

/** French "de" before the vowel of a value, which a message cannot foresee. */
const ELISION = /(?<![\p{L}])([Dd])e (?=[aeiouàâäéèêëîïôöùûüåø])/giu;

export type Values = Readonly<Record<string, string | number>>;

/** Formats the messages of one language. */
export class Translator {
  readonly #formats = new Map<string, IntlMessageFormat>();

  constructor(
    readonly locale: Locale,
    readonly messages: Messages,
  ) {}

  /** Whether there is a message for a key. */
  knows(key: string): key is MessageKey {
    return key in this.messages;
  }

  /** A message with its values filled in. */
  t(key: MessageKey, values: Values = {}): string {
    const text = String(this.#format(key).format({ ...values }));
    return this.locale === "fr" ? text.replace(ELISION, "$1’") : text;
  }

  /** A message whose key is made at run time, or a fallback where there is none. */
  tOr(key: string, fallback: string, values?: Values): string {
    return this.knows(key) ? this.t(key, values) : fallback;
  }

  /** Several texts as one list. */
  list(texts: readonly string[]): string {
    return new Intl.ListFormat(this.locale, { type: "conjunction" }).format(texts);
  }

  #format(key: MessageKey): IntlMessageFormat {
    let format = this.#formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(this.messages[key] ?? key, this.locale);
      this.#formats.set(key, format);
    }
    return format;
  }
}

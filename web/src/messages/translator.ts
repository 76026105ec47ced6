/** Turns keys and values into text of the chosen language. */

import { IntlMessageFormat } from "intl-messageformat";
import type { Catalogue, LearningCatalogue, MessageKey } from "./catalogue";
import type { Locale } from "./locales";

export type Values = Readonly<Record<string, string | number>>;

/** Says the messages of one language. */
export class Translator {
  readonly #formats = new Map<MessageKey, IntlMessageFormat>();

  constructor(
    readonly locale: Locale,
    readonly catalogue: Catalogue & Partial<LearningCatalogue>,
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
      format = new IntlMessageFormat(this.catalogue[key] ?? key, this.locale);
      this.#formats.set(key, format);
    }
    return format;
  }
}

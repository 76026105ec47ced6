/** The languages of the client. */

export const LOCALES = ["en", "de", "fr"] as const;
export type Locale = (typeof LOCALES)[number];

/** The name of each language in that language. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: "English", de: "Deutsch", fr: "Français" };

/** Whether a tag is one of the client's languages. */
export function isLocale(tag: string): tag is Locale {
  return (LOCALES as readonly string[]).includes(tag);
}

/** The languages of the client. */

export const LOCALES = ["en", "de", "fr"] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language in its own words, for the choice of languages. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: "English", de: "Deutsch", fr: "Français" };

/** Whether a tag names one of our languages. */
export function isLocale(tag: string): tag is Locale {
  return (LOCALES as readonly string[]).includes(tag);
}

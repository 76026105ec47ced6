/** Dates of the operators' page. */

const CENTURIES_LATER = Date.UTC(3000, 0);

/** Whether a suspension has no planned end. */
export function isForever(until: number): boolean {
  return until > CENTURIES_LATER;
}

/** A moment as a short text. */
export function shortDate(stamp: number, locale: string): string {
  return new Date(stamp).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

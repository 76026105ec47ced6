/** Days in words: today, yesterday, or a date. */

const DAY_MS = 86_400_000;
const RECENT_DAYS = 6;

function dayOf(moment: number): number {
  const date = new Date(moment);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** The day of a moment, as people say it. */
export function dayInWords(moment: number, now: number, locale: string): string {
  const days = Math.round((dayOf(now) - dayOf(moment)) / DAY_MS);
  if (days <= RECENT_DAYS) return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-Math.max(0, days), "day");
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" }).format(moment);
}

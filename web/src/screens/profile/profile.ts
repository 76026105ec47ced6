/** What a profile shows: the course of a rating, dates and names. */

import type { Translator } from "../../messages/translator";

export const CURVE = { width: 308, height: 76, margin: 6 } as const;
const DAY_MS = 86_400_000;
const LEAST_SPAN = 60; // points of rating, so that a small change does not look large

export interface Curve {
  readonly line: string;
  readonly area: string;
  /** The heights of two lines for reading, and the points they mean. */
  readonly rules: readonly { readonly y: number; readonly points: number }[];
}

/** The course of a rating as paths of a drawing. */
export function curveOf(points: readonly number[]): Curve {
  const middle = (Math.min(...points) + Math.max(...points)) / 2;
  const span = Math.max(LEAST_SPAN, Math.max(...points) - Math.min(...points));
  const { width, height, margin } = CURVE;
  const x = (n: number): number => (width * n) / Math.max(1, points.length - 1);
  const y = (value: number): number => height / 2 - ((value - middle) / span) * (height - 2 * margin);
  const line = points.map((value, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const rules = [middle + span / 4, middle - span / 4].map((value) => ({ y: y(value), points: Math.round(value) }));
  return { line, area: `${line}L${width} ${height}L0 ${height}Z`, rules };
}

/** By how much a rating has changed over its course. */
export function changeOver(points: readonly number[]): number {
  return (points.at(-1) ?? 0) - (points[0] ?? 0);
}

/** A number with its sign; a true minus, and no sign for zero. */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0";
}

/** A day in words: today, yesterday, or a date. */
export function dayOf(moment: number, now: number, locale: string): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.ceil((midnight - moment) / DAY_MS);
  if (days < 2) return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-Math.max(0, days), "day");
  const year = new Date(moment).getFullYear() === new Date(now).getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...year }).format(moment);
}

/** The name of a person: of one who has deleted the account, that this is a former player. */
export function personName(person: { readonly name: string; readonly former: boolean }, i18n: Translator): string {
  return person.former ? i18n.t("person.former") : person.name;
}

/** The name of a board, or of the only board of a game. */
export function boardName(game: string, board: string | null | undefined, i18n: Translator): string {
  return i18n.tOr(board ? `${game}.board.${board}` : `${game}.board`, i18n.tOr(`${game}.title`, game));
}

/** Clocks in words: their rules, the time that is left, and vacations. */

import type { ClockRule } from "../api/types";
import type { Translator } from "../messages/translator";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A time in its two largest units, such as 2 days 4 hr, or 2d 4h where there is little room. */
export function duration(milliseconds: number, locale: string, unitDisplay: "short" | "narrow" = "short"): string {
  const left = Math.max(0, milliseconds);
  const unit = (value: number, name: string) => new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay }).format(value);
  const [days, hours] = [Math.floor(left / DAY), Math.floor((left % DAY) / HOUR)];
  const minutes = Math.floor((left % HOUR) / MINUTE);
  if (days > 0) return [unit(days, "day"), hours > 0 ? unit(hours, "hour") : ""].filter(Boolean).join(" ");
  if (hours > 0) return [unit(hours, "hour"), minutes > 0 ? unit(minutes, "minute") : ""].filter(Boolean).join(" ");
  return left < MINUTE && left > 0 ? unit(Math.ceil(left / SECOND), "second") : unit(minutes, "minute");
}

/** The time left on a clock: in minutes and seconds, or in days and hours while it is long. */
export function timeLeftText(milliseconds: number, locale: string): string {
  if (milliseconds >= DAY / 2) return duration(milliseconds, locale, "narrow");
  const seconds = Math.max(0, Math.round(milliseconds / SECOND));
  const minutes = Math.floor(seconds / 60);
  const parts = [Math.floor(minutes / 60), minutes % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  return (minutes < 60 ? parts.slice(1) : parts).join(":");
}

/** The rule of a clock in a few words. */
export function clockText(rule: ClockRule | null | undefined, i18n: Translator): string {
  if (!rule) return i18n.t("new.clock.none");
  if (rule.kind === "correspondence") {
    const time = duration(rule.per_move, i18n.locale);
    return rule.reserve > 0 ? i18n.t("clock.reserved", { time, reserve: duration(rule.reserve, i18n.locale) }) : i18n.t("clock.turn", { time });
  }
  const time = duration(rule.seconds * SECOND, i18n.locale);
  return rule.kind === "turn" ? i18n.t("clock.turn", { time }) : i18n.t("clock.budget", { time, seconds: rule.increment });
}

/** A day in a few letters, such as 24 Nov. */
export function shortDay(moment: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).format(moment);
}

/** The vacation of a player whose clock rests. */
export function vacationText(until: number, i18n: Translator): string {
  const date = new Intl.DateTimeFormat(i18n.locale, { weekday: "long", day: "numeric", month: "long" }).format(until);
  return i18n.t("clock.vacation", { date });
}

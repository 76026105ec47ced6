/** The settings of notifications as requests, and times of day as texts. */

import type { NotificationSettings } from "../api/notify";
import type { components } from "../api/schema";

/** What matters of a clock: the milliseconds that are left, and whether it is one for correspondence. */
export interface SlowClock {
  readonly left: readonly number[];
  readonly correspondence?: unknown;
}

const SLOW_MS = 6 * 3_600_000;

type NewSettings = components["schemas"]["NewNotificationSettings"];

/** The request that stores settings, with the time zone of this browser. */
export function newSettings({ quiet_hours, digest_hour, choices }: NotificationSettings, zone: string): NewSettings {
  return { time_zone: zone, quiet_hours, digest_hour, choices };
}

/** A minute after midnight as the value of a time field. */
export function clockTime(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The minute after midnight of the value of a time field. */
export function minutesOf(value: string): number {
  const [hours = 0, minutes = 0] = value.split(":").map(Number);
  return hours * 60 + minutes;
}

/** An hour as people write it. */
export function hourName(hour: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(Date.UTC(2000, 0, 1, hour));
}

/** Whether the clock of a table gives so much time that players leave in between. */
export function isSlow(clock: SlowClock | null | undefined): boolean {
  return clock ? Boolean(clock.correspondence) || Math.max(0, ...clock.left) >= SLOW_MS : false;
}

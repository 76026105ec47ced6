/** The events of which people are notified: their icons, and those that have settings. */

import type { NotificationEvent } from "../api/notify";
import type { IconName } from "../parts/icons";

export const EVENT_ICONS: Readonly<Record<NotificationEvent, IconName>> = {
  turn: "end-turn",
  displaced: "displace",
  invitation: "link",
  rematch: "redo",
  clock: "clock",
  ended: "log",
  message: "message",
  friend: "person",
  group: "city",
  tournament: "prestige",
  moderation: "rules",
};

/** A row of the settings: events that are chosen together. */
export interface EventRow {
  readonly name: "turn" | "displaced" | "invitation" | "clock" | "ended" | "message" | "people";
  readonly icon: IconName;
  readonly events: readonly [NotificationEvent, ...NotificationEvent[]];
}

export const EVENT_ROWS: readonly EventRow[] = [
  { name: "turn", icon: "end-turn", events: ["turn"] },
  { name: "displaced", icon: "displace", events: ["displaced"] },
  { name: "invitation", icon: "link", events: ["invitation", "rematch"] },
  { name: "clock", icon: "clock", events: ["clock"] },
  { name: "ended", icon: "log", events: ["ended"] },
  { name: "message", icon: "message", events: ["message"] },
  { name: "people", icon: "person", events: ["friend", "group", "tournament"] },
];

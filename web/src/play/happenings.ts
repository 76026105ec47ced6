/** What happened between two entries of a table, for the motion of pieces. */

import type { Entry } from "../api/types";
import type { Happening } from "../board/painter";
import { RIVAL_MS } from "../board/motion";
import { eventsOf, LOOKBACK } from "./log";

const OWN_MS = 1600;

/** The events between two entries; none if something was undone between them. */
export function happeningBetween(entries: readonly Entry[], since: number, until: number, held: readonly number[], speed = 1): Happening | undefined {
  const first = entries.findIndex(({ number }) => number > since);
  if (first < 0) return undefined;
  const fresh = entries.slice(first).filter(({ number }) => number <= until);
  if (fresh.length === 0) return undefined;
  const own = fresh.some(({ kind, seat }) => kind === "move" && held.includes(seat ?? -1));
  return {
    events: fresh.flatMap(eventsOf),
    earlier: entries.slice(Math.max(0, first - LOOKBACK), first).flatMap(eventsOf),
    held,
    own,
    limit: (own ? OWN_MS : RIVAL_MS) / speed,
  };
}

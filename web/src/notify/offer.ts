/** When push messages are offered: after the first own turn of a slow game, once. */

import type { Entry } from "../api/types";
import { isSlow, type SlowClock } from "./choices";

/** The key under which the browser remembers that the reader has answered. */
export const ANSWERED = "kontor.push.offered";

interface Situation {
  readonly clock: SlowClock | null | undefined;
  readonly over: boolean;
  readonly toMove: number | null | undefined;
  /** The seats of the reader. */
  readonly held: readonly number[];
  readonly entries: readonly Entry[];
  /** Whether other people play. */
  readonly others: boolean;
}

/** Whether the reader has moved in a slow game and waits for others now. */
export function isTimeToOffer({ clock, over, toMove, held, entries, others }: Situation): boolean {
  if (over || !others || held.length === 0 || !isSlow(clock)) return false;
  const waits = toMove === null || toMove === undefined || !held.includes(toMove);
  return waits && entries.some(({ kind, seat, by }) => kind === "move" && by === "player" && held.includes(seat ?? -1));
}

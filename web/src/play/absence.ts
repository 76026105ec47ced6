/** Players for whom the others wait too long. */

import type { Absence } from "../api/types";

/** Whether the others may vote now: after a long wait, or a short one if they are all here and the player is not. */
export function canBeReplaced(absence: Absence, present: readonly number[], now: number): boolean {
  if (now >= absence.replaceable_from) return true;
  const here = absence.voters.every((seat) => present.includes(seat));
  return here && !present.includes(absence.seat) && now >= absence.offline_from;
}

/** How a table is arranged in the window at hand. */

import { innerHeight, innerWidth } from "svelte/reactivity/window";

export type Arrangement = "wide" | "low" | "tall" | "middle" | "phone";

/** The arrangement for a window; a tall board takes the full height. */
export function arrangementFor(width: number, height: number, tallBoard: boolean): Arrangement {
  if (width < 900 || height > width) return "phone";
  if (width < 1280) return "middle";
  if (tallBoard) return "tall";
  return height < 860 ? "low" : "wide";
}

/** The arrangement for this window, as it changes. */
export function arrangement(tallBoard: boolean): Arrangement {
  return arrangementFor(innerWidth.current ?? 1440, innerHeight.current ?? 900, tallBoard);
}

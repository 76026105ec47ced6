/** The things of Hansa Teutonica that move. */

import type { Owner } from "../../board/painter";

export type MovingThing =
  | { readonly kind: "trader" | "merchant" | "shield"; readonly owner: Owner }
  | { readonly kind: "marker" | "favour" | "ability" | "pawn"; readonly id: string };

/** The things of Hansa that move. */

import type { TileData } from "./types";

export type MovingThing =
  | { readonly kind: "ship" | "thaler" }
  | { readonly kind: "tile"; readonly tile: TileData }
  | { readonly kind: "post"; readonly seat: number };

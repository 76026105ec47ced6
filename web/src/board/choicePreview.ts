/** What is open on a map, and what is shown of a choice before it is made. */

import type { Dot, Move, SpotId } from "./painter";

/** What opens beside some spots. */
export interface Opened {
  readonly place: readonly SpotId[];
  readonly label: string;
  /** Whether it may be as wide as the map. */
  readonly wide: boolean;
  /** Whether the focus moves into it. */
  readonly focused: boolean;
}

/** What is shown of a choice on the map before it is made. */
export interface ChoicePreview {
  /** The move whose piece is shown on its spot. */
  readonly ghost?: { readonly spot: SpotId; readonly move: Move; readonly seat: number } | undefined;
  readonly dots?: readonly Dot[];
  /** The spots that stay bright while the rest of the map is dimmed. */
  readonly bright?: readonly SpotId[];
}

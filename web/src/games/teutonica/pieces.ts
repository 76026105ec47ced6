/** The shapes and colours of pieces. */

import type { Owner, Scene } from "../../board/painter";
import type { OwnerColour } from "../../theme/playerColours";

export type AnyPiece = readonly [Owner, string, ...unknown[]];

/** The shape of a piece. */
export function shapeOf([, kind]: AnyPiece): "trader" | "merchant" {
  return kind === "m" ? "merchant" : "trader";
}

/** The colour of a piece. */
export function colourOf([owner]: AnyPiece, scene: Scene): OwnerColour {
  return owner === "n" ? "neutral" : (scene.seats[owner]?.colour ?? "neutral");
}

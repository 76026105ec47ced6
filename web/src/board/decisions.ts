/** What a painter contributes to decisions in several steps: marks on the map, the hand, and the banner that explains them. */

import type { Translator } from "../messages/translator";
import type { OwnerColour } from "../theme/playerColours";
import type { GameEvent, Move, Scene, SpotId } from "./scene";

/** Something that is drawn above the spots while a choice is made. */
export type Mark =
  /** A piece in the hand lay here. */
  | { readonly sort: "origin"; readonly spot: SpotId }
  /** The way of a piece to the spot that is pointed at. */
  | { readonly sort: "arrow"; readonly spot: SpotId; readonly from: SpotId; readonly owner?: OwnerColour | undefined }
  /** The order in which spots come into question. */
  | { readonly sort: "rank"; readonly spot: SpotId; readonly rank: number }
  /** The piece here has a standing order; one that asks is drawn open. */
  | { readonly sort: "flag"; readonly spot: SpotId; readonly asks: boolean }
  /** What choosing the spot leads to. */
  | { readonly sort: "note"; readonly spot: SpotId; readonly text: string };

/** A piece in the hand of the player. */
export interface HandPiece {
  readonly shape: "trader" | "merchant";
  readonly owner: OwnerColour;
  readonly name: string;
}

/** The moves that take pieces into the hand and put them down again, in the order in which they were lifted. */
export interface HandVerbs {
  readonly lift: string;
  /** The move that ends lifting, in words; where it is not legal, a piece is put down without it. */
  readonly stop: string;
  readonly put: string;
  /** The pieces in the hand, the next to be put down first. */
  pieces(scene: Scene, i18n: Translator): readonly HandPiece[];
  /** How many more pieces may be lifted. */
  room(scene: Scene): number;
  /** Where the pieces in the hand lay, found from the events of the game. */
  origins(events: readonly GameEvent[]): readonly SpotId[];
}

/** Pieces of one kind that a click can place. */
export interface BannerToken {
  readonly id: string;
  readonly shape: "trader" | "merchant";
  readonly owner: OwnerColour;
  readonly name: string;
  readonly count: number;
  /** Whether a move places such a piece. */
  takes(move: Move): boolean;
}

/** What explains a decision that others have caused. */
export interface Banner {
  /** The colour of the player who caused it. */
  readonly owner: OwnerColour;
  /** Who did what. */
  readonly title: string;
  /** What the reader does now. */
  readonly text: string;
  /** The pieces that are left to place, the first one first. */
  readonly tokens?: readonly BannerToken[];
  /** How many pieces were placed, of how many in all. */
  readonly placed?: number;
  readonly all?: number;
  /** Where the first piece lay. */
  readonly from?: SpotId;
  /** The order in which spots come into question, and what it means. */
  readonly ranks?: ReadonlyMap<SpotId, number>;
  readonly legend?: readonly { readonly rank: number; readonly text: string }[];
}

/** The spaces and cities that standing orders name: their spots on the map, and their names. */
export interface OrderPlaces {
  spotOfSpace(space: string): SpotId;
  /** The space of a spot; undefined for other spots. */
  spaceOf(spot: SpotId): string | undefined;
  spotOfCity(city: string): SpotId;
  cityOf(spot: SpotId): string | undefined;
  cities(scene: Scene): readonly { readonly id: string; readonly name: string }[];
  spaceName(space: string, scene: Scene, i18n: Translator): string;
  shapeOf(kind: string): "trader" | "merchant";
}

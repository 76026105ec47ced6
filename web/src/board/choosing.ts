/** How the moves of a game are chosen where they are made: the tiles, cards and signs that a painter adds. */

import type { Component } from "svelte";
import type { Translator } from "../messages/translator";
import type { OwnerColour } from "../theme/playerColours";
import type { GameEvent, Move, Scene, SpotId } from "./scene";

/** What would follow from a move: the scene after it, the moves that could be made then, and what happens meanwhile. */
export interface Preview {
  readonly scene: Scene;
  readonly moves: readonly Move[];
  readonly events: readonly GameEvent[];
}

/** A move to be drawn, with what follows from it once the server has said so. */
export interface TileProps {
  readonly move: Move;
  readonly scene: Scene;
  /** The seat that chooses. */
  readonly seat: number;
  readonly after?: Preview | undefined;
}

export interface CardProps extends TileProps {
  /** Why the move cannot be made. */
  readonly refused?: string | undefined;
}

/** A move with its notation that one would expect to be legal. */
export interface ExpectedMove {
  readonly words: string;
  readonly move: Move;
}

/** A dot in the colour of an owner on a spot. */
export interface Dot {
  readonly spot: SpotId;
  readonly owner: OwnerColour;
}

/** How moves are chosen where they are made. */
export interface Choosing {
  /** What else follows from a move, below the tiles of its spot. */
  readonly Note?: Component<TileProps>;
  /** The picture of a move on a card. */
  readonly Card?: Component<CardProps>;
  /** What lies on the spot of a move after it, drawn around the origin in units of the map. */
  readonly Ghost?: Component<TileProps>;
  /** Verbs whose moves open by themselves as cards; they have no default. */
  readonly cards: readonly string[];
  /** Verbs that the first click on a spot never plays. */
  readonly careful: readonly string[];
  /** Verbs that one tap on a touch screen plays where the spot has only one move. */
  readonly direct: readonly string[];
  /** Verbs whose only move is played when the verb is chosen, since more is chosen afterwards. */
  readonly immediate: readonly string[];
  /** The order of the moves at a spot: the lowest is the default. */
  rank(move: Move): number;
  /** The title above the tiles or cards. */
  heading(moves: readonly Move[], scene: Scene, i18n: Translator): string;
  /** The short name of the default move. */
  defaultName(move: Move, i18n: Translator): string;
  /** The spots beside which cards open; they stay bright while the rest of the map is dimmed. */
  place?(scene: Scene): readonly SpotId[];
  /** Moves that a card is shown for even if they are not legal; the server says why. */
  expected?(scene: Scene): readonly ExpectedMove[];
  /** A word on the spot of a move that stands out, such as a complete route. */
  pill?(move: Move, i18n: Translator): string | undefined;
  /** Where others may move a piece afterwards. */
  dots?(after: Preview, scene: Scene): readonly Dot[];
}

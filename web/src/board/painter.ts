/** The interface of a painter: it draws one game from data and says where every spot lies; it knows no rules. */

import type { Component, Snippet } from "svelte";
import type { Values, Translator } from "../messages/translator";
import type { IconName } from "../parts/icons";
import type { OwnerColour } from "../theme/playerColours";
import type { Choosing, TileProps } from "./choosing";
import type { Point } from "./geometry";
import type { Banner, HandVerbs, OrderPlaces } from "./decisions";
import type { GameMotions } from "./moving";
import type { GameEvent, Move, MoveValue, Owner, Scene, SpotId } from "./scene";

export type * from "./choosing";
export type { Banner, BannerToken, HandPiece, HandVerbs, Mark, OrderPlaces } from "./decisions";
export type * from "./moving";
export type * from "./scene";

/** A place on the map or a desk that can be pointed at. Lengths are in units of the map. */
export interface Spot {
  readonly id: SpotId;
  readonly x: number;
  readonly y: number;
  readonly shape: "circle" | "square" | "box" | "path";
  /** Radius of a circle, half the side of a square, half the width of a box. */
  readonly size: number;
  /** Half the height of a box. */
  readonly height?: number;
  /** The line of a path, and the points it goes through. */
  readonly line?: string;
  readonly points?: readonly Point[];
  /** Whether something lies here. */
  readonly taken?: boolean;
  /** Where a tag beside the spot covers least. */
  readonly tag?: Point;
}

/** The size of a map, its drawing unit, and every spot on it. */
export interface SpotMap {
  readonly width: number;
  readonly height: number;
  readonly unit: number;
  /** How much larger than usual names are written. */
  readonly lettering: number;
  readonly spots: ReadonlyMap<SpotId, Spot>;
}

/** A spot that can be chosen, and what choosing it does. */
export interface Target {
  readonly spot: SpotId;
  /** The text of the offer. */
  readonly label: string;
  readonly chosen?: boolean;
  /** A few characters shown beside the spot, such as a fee. */
  readonly tag?: string;
  /** Whether choosing the spot opens a chooser. */
  readonly opens?: boolean;
  /** The number of its tile or card. */
  readonly number?: number;
  /** A word that stands on the spot. */
  readonly pill?: string;
  /** Whether choosing it adds to what was begun instead of finishing it. */
  readonly further?: boolean;
}

/** A spot that is marked, such as where the last move was made, and the spot its piece came from. */
export interface Trace {
  readonly spot: SpotId;
  readonly from?: SpotId;
  /** Whether the mark is advice and not a past move. */
  readonly advised?: boolean;
}

/** An arrow on the map: a move that was played, or the step of a better turn with that number. */
export interface Arrow {
  readonly from?: SpotId;
  readonly to: SpotId;
  readonly number?: number;
}

/** A step of a turn: the moves that belong together, and the spots from and to which a piece goes. */
export interface TurnStep {
  readonly moves: readonly Move[];
  readonly from?: SpotId;
  readonly to?: SpotId;
}

/** A numbered mark of a past move on the map. */
export interface MoveMark {
  readonly spot: SpotId;
  readonly label: string;
  readonly colour: OwnerColour;
  /** Where the piece came from: a spot, or its owner. */
  readonly from?: SpotId;
  readonly owner?: Owner;
  /** Whether the move is shown now. */
  readonly current?: boolean;
}

export interface PictureProps {
  readonly scene: Scene;
  readonly spotMap: SpotMap;
  /** The spots that can be chosen. */
  readonly lit: ReadonlySet<SpotId>;
}

/** The milliseconds every seat has left, and whose clock runs. */
export interface ClockState {
  readonly left: readonly number[];
  readonly running: number | null;
  /** When this was so, in milliseconds since 1970. */
  readonly at: number;
  /** Of a correspondence clock: the reserve of every seat, and until when vacations stop clocks. */
  readonly correspondence?: { readonly reserve: readonly number[]; readonly vacation: readonly (number | null)[] } | null;
}

/** The props of what is public about one player. */
export interface DetailsProps {
  readonly scene: Scene;
  readonly seat: number;
  /** The lines of the score, shown last. */
  readonly score: Snippet;
}

export interface DeskProps {
  readonly scene: Scene;
  readonly seat: number;
  readonly targets: readonly Target[];
  readonly onpick: (spot: SpotId) => void;
  /** Whether the desk belongs to the reader. */
  readonly own?: boolean;
  readonly layout?: "strip" | "column" | "sheet";
  readonly clock?: ClockState | undefined;
  /** Show everything about the player, such as the lines of the score. */
  readonly ondetails?: (() => void) | undefined;
}

export interface RivalProps {
  readonly scene: Scene;
  readonly seat: number;
  readonly targets: readonly Target[];
  readonly onpick: (spot: SpotId) => void;
  readonly active?: boolean;
  readonly clock?: ClockState | undefined;
  /** Show everything that is public about the player. */
  readonly ondetails?: (() => void) | undefined;
}

/** What a seat has, in a few figures: its points, and what it holds. */
export interface SeatSummary {
  readonly points: { readonly value: number; readonly unit: string; readonly label: string };
  readonly holds: readonly {
    readonly shape?: "trader" | "merchant";
    readonly icon?: IconName;
    readonly count: number;
    readonly label: string;
  }[];
}

/** The texts about the moves of a turn. */
export interface Turn {
  /** The verbs of an ordinary turn: they are shown even while there is no such move. */
  readonly usual: readonly string[];
  /** The key of each verb that has one. */
  readonly keys: Readonly<Record<string, string>>;
  /** Whether a move begins an action, given the moves of the action before it; all other moves belong to that action. */
  begins(move: Move, before: readonly Move[]): boolean;
  /** How many actions are left; undefined if the game does not count them. */
  actionsLeft?(scene: Scene): number | undefined;
  /** What is left of the turn, after the moves that began its actions. */
  left(scene: Scene, begun: readonly Move[], i18n: Translator): string;
  /** The place or the amount of a move in a few words. */
  detail(move: Move, scene: Scene, i18n: Translator): string;
  /** One line about the moves with a verb: how many, or where. */
  note(verb: string, moves: readonly Move[], scene: Scene, i18n: Translator): string;
  /** Some move with a verb that is not offered; the server answers with the rule that forbids it. */
  sample(verb: string, scene: Scene): Move | undefined;
  /** A few characters beside the spot of a move, such as its fee. */
  tag(move: Move, scene: Scene): string | undefined;
}

export interface Painter {
  readonly game: string;
  /** The colours of the seats, in order. */
  readonly colours: readonly OwnerColour[];
  readonly Picture: Component<PictureProps>;
  /** A small picture of a board, or of a part of it, given as the `viewBox`. */
  readonly Thumbnail: Component<{ board: unknown; part?: string }>;
  readonly Desk: Component<DeskProps>;
  readonly Rival: Component<RivalProps>;
  readonly Details: Component<DetailsProps>;
  /** The figures of a seat for small screens. */
  summary(scene: Scene, seat: number, i18n: Translator): SeatSummary;
  /** The picture of a move on a tile, which stands for its sentence. */
  readonly Tile?: Component<TileProps>;
  readonly choosing?: Choosing;
  /** What the players have at the end, beside the score sheet. */
  readonly FinalHoldings?: Component<{ scene: Scene }>;
  /** A panel beside the players, such as the posts in each region. */
  readonly BoardSummary?: Component<{ scene: Scene }>;
  /** The name of the board. */
  title(board: unknown, i18n: Translator): string;
  /** The size of a map and its drawing unit. */
  size(board: unknown): Pick<SpotMap, "width" | "height" | "unit">;
  /** The positions of all spots; `lettering` enlarges names on small screens. */
  spotMap(scene: Scene, lettering: number): SpotMap;
  /** The spot where a move is chosen; undefined for moves without one. */
  spotOf(move: Move, scene: Scene): SpotId | undefined;
  /** The steps of a turn and their spots on the map; without it every move is a step at its spot. */
  stepsOf?(line: readonly Move[], scene: Scene): readonly TurnStep[];
  /** Describe what lies at a spot. */
  describe(spot: SpotId, scene: Scene, i18n: Translator): string;
  /** Explain what a spot is for. */
  explain?(spot: SpotId, scene: Scene, i18n: Translator): string;
  /** The icons of all verbs, in the order in which they are listed. */
  readonly icons: Readonly<Record<string, IconName>>;
  /** Verbs that end a step; the last of them ends the turn. */
  readonly closing: readonly string[];
  /** Verbs that only begin a move: what they do is shown together with the move after them. */
  readonly opening?: readonly string[];
  readonly turn: Turn;
  /** Moves with the hand, if the game has them. */
  readonly hand?: HandVerbs;
  /** The places that standing orders name, if the game has them. */
  readonly orders?: OrderPlaces;
  /** What explains the decision of the player, found from the scene and the events of the game; undefined for an ordinary one. */
  banner?(scene: Scene, events: readonly GameEvent[], i18n: Translator): Banner | undefined;
  /** The label of a move where the usual sentence does not fit the decision. */
  decisionLabel?(move: Move, scene: Scene, i18n: Translator): string | undefined;
  /** What a piece of a seat on a spot leads to, such as a complete route; undefined for nothing. */
  achievement?(spot: SpotId, seat: number, scene: Scene, i18n: Translator): string | undefined;
  /** The question to the player when moves with these verbs are offered. */
  question(verbs: ReadonlySet<string>, scene: Scene, i18n: Translator): string;
  /** The spots with pieces of a seat. */
  spotsOfSeat(seat: number, scene: Scene): readonly SpotId[];
  /** The lines of the score sheet that can count in this game; all lines by default. */
  scoreLines?(scene: Scene): readonly string[];
  /** The spot where an event happened. */
  spotOfEvent(event: GameEvent): SpotId | undefined;
  /** The sounds of events by their names. */
  readonly sounds?: Readonly<Record<string, string>>;
  /** The motions of the game, loaded when something first moves. */
  motions?(): Promise<GameMotions>;
  /** The spot where the piece of an event lay before, found from earlier events. */
  cameFrom(event: GameEvent, earlier: readonly GameEvent[]): SpotId | undefined;
  /** The move that a click on a spot without offers most likely means; the server answers with the rule that forbids it. */
  inferredMove(spot: SpotId, verbs: ReadonlySet<string>, scene: Scene): Move | undefined;
  /** Whether the seats of one screen have secrets from each other, which are shown only on demand. */
  hasSecrets?(scene: Scene): boolean;
  /** The text of a notification if an event disturbs the player of one of some seats. */
  alert?(event: GameEvent, seats: readonly number[], i18n: Translator): string | undefined;
  /** The fields of a move or the facts of an event as values of messages. */
  values(facts: Readonly<Record<string, MoveValue>>, scene: Scene, i18n: Translator): Values;
}

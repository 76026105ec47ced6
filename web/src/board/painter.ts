/** What a painter is: it draws one game from data and says where things lie; it knows no rules. */

import type { Component } from "svelte";
import type { Values, Translator } from "../messages/translator";
import type { IconName } from "../parts/icons";
import type { OwnerColour } from "../theme/owners";
import type { Point } from "./geometry";

/** Somebody on a board: a seat, or the neutral player. */
export type Owner = number | "n";

export type MoveValue = string | number | boolean | readonly (string | number)[];

/** A move as an object of the interchange. */
export interface Move {
  readonly do: string;
  readonly [field: string]: MoveValue;
}

/** An event as the server tells it. */
export interface GameEvent {
  readonly name: string;
  readonly facts: Readonly<Record<string, MoveValue>>;
}

export interface Seat {
  readonly name: string;
  readonly colour: OwnerColour;
  /** What kind of player it is, in a word or two. */
  readonly note?: string;
}

export interface Score {
  readonly total: number;
  readonly lines: Readonly<Record<string, number>>;
}

/**
 * Everything a painter draws from. `position` is the object of the interchange; `standing` holds what follows from
 * it by the rules and is therefore told by the server, such as who controls a city.
 */
export interface Scene {
  readonly board: unknown;
  readonly position: unknown;
  readonly standing?: unknown;
  readonly seats: readonly Seat[];
  readonly scores?: readonly Score[];
}

export type SpotId = string;

/** A place that can be pointed at. Lengths are units of the map. */
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
  /** Something lies here. */
  readonly taken?: boolean;
  /** Where a tag beside the spot covers least. */
  readonly tag?: Point;
}

/** The size of a map, its drawing unit, and every spot on it. */
export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly unit: number;
  /** How much larger than usual names are written. */
  readonly lettering: number;
  readonly spots: ReadonlyMap<SpotId, Spot>;
}

/** Something the reader may choose: the spot where it is clicked and what choosing it means. */
export interface Target {
  readonly spot: SpotId;
  /** What is offered, in words. */
  readonly label: string;
  readonly chosen?: boolean;
  /** A few characters shown beside the spot, such as a toll. */
  readonly tag?: string;
}

/** A spot to be pointed out, such as where the last move was made and where it came from. */
export interface Trace {
  readonly spot: SpotId;
  readonly from?: SpotId;
  /** It is advice where to look, not something that happened. */
  readonly advised?: boolean;
}

export interface PictureProps {
  readonly scene: Scene;
  readonly chart: Chart;
  /** The spots that are offered, so that what lies under pieces can be lit. */
  readonly lit: ReadonlySet<SpotId>;
  /** Where what has just come to a spot lay before. */
  readonly origins: ReadonlyMap<SpotId, Point>;
}

export interface DeskProps {
  readonly scene: Scene;
  readonly seat: number;
  readonly targets: readonly Target[];
  readonly onpick: (spot: SpotId) => void;
  /** Whether it is the reader's own. */
  readonly own?: boolean;
  readonly layout?: "strip" | "column" | "sheet";
}

export interface RivalProps {
  readonly scene: Scene;
  readonly seat: number;
  readonly targets: readonly Target[];
  readonly onpick: (spot: SpotId) => void;
  readonly active?: boolean;
}

/** What is said about the sorts of moves of a turn. */
export interface Turn {
  /** Sorts of moves of an ordinary turn: they keep their place while they are not offered. */
  readonly usual: readonly string[];
  /** What is left of the turn, in few words. */
  left(scene: Scene, words: Translator): string;
  /** One line about a sort of move: how much of it, or where. */
  note(verb: string, moves: readonly Move[], scene: Scene, words: Translator): string;
  /** Some move of a sort that is not offered; the server says why it cannot be. */
  sample(verb: string, scene: Scene): Move | undefined;
  /** A few characters beside the place of a move, such as its toll. */
  tag(move: Move, scene: Scene): string | undefined;
}

export interface Painter {
  readonly game: string;
  /** The colours of the seats, in order. */
  readonly colours: readonly OwnerColour[];
  readonly Picture: Component<PictureProps>;
  readonly Thumbnail: Component<{ board: unknown }>;
  readonly Desk: Component<DeskProps>;
  readonly Rival: Component<RivalProps>;
  /** What stands beside the players, such as who leads in a country. */
  readonly Standing?: Component<{ scene: Scene }>;
  /** The name of the board. */
  title(board: unknown, words: Translator): string;
  /** The size of a map and its drawing unit, without laying it out. */
  size(board: unknown): Pick<Chart, "width" | "height" | "unit">;
  /** Where everything lies; `lettering` enlarges names on small screens. */
  chart(scene: Scene, lettering: number): Chart;
  /** The spot where a move is chosen; undefined for moves that have no place. */
  spotOf(move: Move, scene: Scene): SpotId | undefined;
  /** What lies at a spot, in words. */
  describe(spot: SpotId, scene: Scene, words: Translator): string;
  /** What something at a spot is for, in words. */
  explain?(spot: SpotId, scene: Scene, words: Translator): string;
  /** The icons of all sorts of moves, in the order in which they are offered. */
  readonly icons: Readonly<Record<string, IconName>>;
  /** Sorts of moves that close something; the last of them ends a turn. */
  readonly closing: readonly string[];
  readonly turn: Turn;
  /** What has to be decided, in words, when moves of these sorts are offered. */
  ask(verbs: ReadonlySet<string>, scene: Scene, words: Translator): string;
  /** Where an event happened. */
  spotOfEvent(event: GameEvent): SpotId | undefined;
  /** Where the piece of an event lay before, as earlier events tell. */
  cameFrom(event: GameEvent, earlier: readonly GameEvent[]): SpotId | undefined;
  /** What somebody may have meant who pointed at a spot that is not offered; the server says why it cannot be. */
  meant(spot: SpotId, verbs: ReadonlySet<string>, scene: Scene): Move | undefined;
  /** The fields of a move or the facts of an event as values of messages. */
  values(facts: Readonly<Record<string, MoveValue>>, scene: Scene, words: Translator): Values;
}

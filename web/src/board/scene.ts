/** What painters draw from: positions, moves and events as the server sends them. */

import type { OwnerColour } from "../theme/playerColours";

/** The owner of a piece: a seat, or the neutral player. */
export type Owner = number | "n";

export type MoveValue = string | number | boolean | readonly (string | number)[];

/** A move in the interchange format. */
export interface Move {
  readonly do: string;
  readonly [field: string]: MoveValue;
}

/** An event as the server reports it. */
export interface GameEvent {
  readonly name: string;
  readonly facts: Readonly<Record<string, MoveValue>>;
}

export interface Seat {
  readonly name: string;
  readonly colour: OwnerColour;
  /** Whether the reader alone plays this seat, and no other. */
  readonly own?: boolean;
  /** The kind of player, such as the level of a computer player. */
  readonly note?: string;
  /** What a computer player plans, as a sentence. */
  readonly plan?: string;
}

export interface Score {
  readonly total: number;
  readonly lines: Readonly<Record<string, number>>;
}

/**
 * Everything a painter draws from. `position` is in the interchange format; `derived` holds what the server derives
 * from it by the rules, such as who controls a city; `components` holds the tables of the rules that are printed on
 * the game's material, such as the values of abilities.
 */
export interface Scene {
  readonly board: unknown;
  readonly position: unknown;
  readonly derived?: unknown;
  readonly components?: unknown;
  readonly seats: readonly Seat[];
  readonly scores?: readonly Score[];
}

export type SpotId = string;

/** With what a spot is chosen. */
export type Input = "mouse" | "touch" | "keyboard";

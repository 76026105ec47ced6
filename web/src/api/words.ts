/** What the server tells, by the names of its own description. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Table = Schemas["Table"];
export type OpenedTable = Schemas["OpenedTable"];
export type Summary = Schemas["Summary"];
export type State = Schemas["State"];
export type Entry = Schemas["Entry"];
export type SeatChange = Schemas["SeatChange"];
export type LegalMove = Schemas["LegalMove"];
export type TableSeat = Schemas["Seat"];
export type SeatPlan = Schemas["SeatPlan"];
export type NewTable = Omit<Schemas["NewTable"], "hints" | "practice"> & Partial<Pick<Schemas["NewTable"], "hints" | "practice">>;
export type Hint = Schemas["Hint"];
export type Message = Schemas["Message"];
export type Presence = Schemas["Presence"];
export type Thinking = Schemas["Thinking"];
/** What came of a wish; we always ask for the whole state. */
export type Moved = Omit<Schemas["Moved"], "state"> & { state: State };
export type Person = Schemas["Person"];
export type GameRecord = Schemas["Record"];
export type Analysis = Schemas["Analysis"];
export type Puzzle = Schemas["Puzzle"];
export type PuzzleSummary = Schemas["PuzzleSummary"];
export type Solution = Schemas["Solution"];
export type Clock = Schemas["Clock"];
export type Undo = Schemas["Undo"];

/** A configuration as the interchange writes it. */
export interface Setup {
  readonly game: string;
  readonly edition?: string;
  readonly board?: string;
  readonly players: number;
  readonly modules?: readonly string[];
  readonly switches?: Readonly<Record<string, SwitchValue>>;
}

export type SwitchValue = string | boolean;

export interface Edition {
  readonly edition: string;
  readonly year: number;
  readonly boards: Readonly<Record<string, readonly number[]>>;
  readonly modules: Readonly<Record<string, readonly string[]>>;
  readonly switches: Readonly<Record<string, SwitchValue>>;
  readonly board_switches: Readonly<Record<string, Readonly<Record<string, SwitchValue>>>>;
}

/** A game as it can be chosen: with editions, or with players and modules of its own. */
export interface GameWords {
  readonly game: string;
  readonly title: string;
  readonly editions?: readonly Edition[];
  readonly players?: readonly number[];
  readonly modules?: readonly string[];
  readonly switches?: Readonly<Record<string, readonly SwitchValue[]>>;
  readonly defaults?: Readonly<Record<string, SwitchValue>>;
  readonly agents: readonly string[];
  readonly files: Readonly<Record<string, unknown>>;
}

export interface Games {
  readonly games: readonly GameWords[];
  readonly agents: readonly string[];
  readonly levels: readonly string[];
}

/** Who is at a table: all of it in the first message of a socket (`seats`), then only what has changed. */
export interface PresenceNews {
  readonly seats?: readonly number[];
  readonly joined?: readonly number[];
  readonly left?: readonly number[];
  readonly watchers?: number;
}

/** News of the live channel. */
export type News =
  | ({ type: "entries" } & Moved)
  | { type: "seats"; seats: TableSeat[] }
  | ({ type: "presence" } & PresenceNews)
  | ({ type: "thinking" } & Thinking)
  | { type: "messages"; messages: Message[] };

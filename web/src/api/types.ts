/** The types of the server's API, named as in its schema. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Table = Schemas["Table"];
export type OpenedTable = Schemas["OpenedTable"];
export type Summary = Schemas["Summary"];
/** A page of tables; `next` is the cursor of the next one. */
export type Summaries = Schemas["Summaries"];
export type Home = Schemas["Home"];
export type DailyPuzzle = Schemas["DailyPuzzle"];
export type AccountInvitation = Schemas["InvitedAccount"];
/** A message about the games of the account. */
/** What the live channel of the account sends; `notices` and `listed` say that these have to be read again. */
export type AccountNews =
  | { readonly type: "ready" }
  | { readonly type: "games"; readonly games: readonly Summary[]; readonly gone: readonly string[] }
  | { readonly type: "invitations"; readonly invitations: readonly AccountInvitation[] }
  | { readonly type: "notices" }
  | { readonly type: "listed" };
export type State = Schemas["State"];
export type Entry = Schemas["Entry"];
export type SeatChange = Schemas["SeatChange"];
export type LegalMove = Schemas["LegalMove"];
export type TableSeat = Schemas["Seat"];
export type SeatPlan = Schemas["SeatPlan"];
type Switches = "group_id" | "hints" | "practice" | "rated" | "rating_min" | "rating_max";
export type NewTable = Omit<Schemas["NewTable"], Switches> & Partial<Pick<Schemas["NewTable"], Switches>>;
/** What a line of moves would lead to; nothing was made. */
export type Preview = Schemas["Preview"];
export type Hint = Schemas["Hint"];
/** Why a move was chosen, or what it leads to. */
export type Reason = Schemas["Reason"];
/** What a computer player plans. */
export type StatedPlan = Schemas["StatedPlan"];
export type Message = Schemas["Message"];
export type Presence = Schemas["Presence"];
export type Thinking = Schemas["Thinking"];
/** The answer to a move or an undo; the client always asks for the whole state. */
export type MoveResult = Omit<Schemas["MoveResult"], "state"> & { state: State };
export type Person = Schemas["Person"];
export type GameRecord = Schemas["Record"];
export type Analysis = Schemas["Analysis"];
export type Profile = Schemas["Profile"];
export type ProfileContent = Schemas["ProfileContent"];
export type GameRating = Schemas["GameRating"];
export type RatingView = Schemas["RatingView"];
export type GameLines = Schemas["GameLines"];
export type FinishedGame = Schemas["FinishedGame"];
export type FinishedGames = Schemas["FinishedGames"];
export type TableRatings = Schemas["TableRatings"];
export type PersonView = Schemas["PersonView"];
/** A table as an invitation describes it, before one sits down. */
export type InvitedTable = Schemas["InvitedTable"];
export type QrCode = Schemas["QrCode"];
export type Friends = Schemas["Friends"];
export type GroupSummary = Schemas["GroupSummary"];
export type Group = Schemas["Group"];
export type GroupPreview = Schemas["GroupPreview"];
export type TableDefaults = Schemas["TableDefaults"];
export type Leaderboard = Schemas["Leaderboard"];
export type Tournament = Schemas["Tournament"];
export type TournamentSummary = Schemas["TournamentSummary"];
export type NewTournament = Schemas["NewTournament"];
export type Pairing = Schemas["Pairing"];
export type QuickMatch = Schemas["QuickMatch"];
export type Puzzle = Schemas["Puzzle"];
export type PuzzleSummary = Schemas["PuzzleSummary"];
export type Solution = Schemas["Solution"];
export type Clock = Schemas["Clock"];
export type ClockRule = Schemas["ClockRule"] | Schemas["CorrespondenceClock"];
export type Absence = Schemas["Absence"];
export type SeatOffer = Schemas["SeatOffer"];
export type Vacation = Schemas["Vacation"];
export type Undo = Schemas["Undo"];
/** The standing orders of the reader's seat. */
export type StandingOrders = Schemas["StandingOrders"];
export type OrderContent = Schemas["OrderContent"];
/** Where a piece would go if it had to leave its space now. */
export type Destinations = Schemas["Destinations"];
/** The moves that the reader plans for the next turn. */
export type TurnPlan = Schemas["TurnPlan"];

/** A configuration in the interchange format. */
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

/** A game as the server describes it: with editions, or with players and modules of its own. */
export interface GameDescription {
  readonly game: string;
  readonly title: string;
  readonly editions?: readonly Edition[];
  readonly players?: readonly number[];
  readonly modules?: readonly string[];
  readonly switches?: Readonly<Record<string, readonly SwitchValue[]>>;
  readonly defaults?: Readonly<Record<string, SwitchValue>>;
  readonly agents: readonly string[];
  readonly files: Readonly<Record<string, unknown>>;
  /** The tables of the rules that are drawn; each painter knows those of its game. */
  readonly components?: unknown;
  /** Modules that follow from the number of players and are not chosen. */
  readonly implied_modules?: readonly string[];
}

export interface Games {
  readonly games: readonly GameDescription[];
  readonly agents: readonly string[];
  readonly levels: readonly string[];
}

/** Who is connected to a table: everything in the first message of a socket (`seats`), then only changes. */
export interface PresenceNews {
  readonly seats?: readonly number[];
  readonly joined?: readonly number[];
  readonly left?: readonly number[];
  readonly watchers?: number;
}

/** A message of the live connection. */
export type News =
  | ({ type: "entries" } & MoveResult)
  | { type: "seats"; seats: TableSeat[]; chat_closed: boolean }
  | ({ type: "presence" } & PresenceNews)
  | ({ type: "thinking" } & Thinking)
  | { type: "messages"; messages: Message[] };

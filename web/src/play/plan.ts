/** The plan of a new table and the choices for it. */

import { DAY } from "./clockText";
import type { Edition, GameDescription, NewTable, SeatPlan, Setup, SwitchValue } from "../api/types";

/** Boards that are sides of one map: the number of players decides which is used. */
export interface MapChoice {
  readonly id: string;
  readonly game: GameDescription;
  readonly boards: Readonly<Record<string, readonly number[]>>;
}

export interface Plan {
  game: string;
  map: string;
  edition: string | undefined;
  players: number;
  seats: SeatPlan[];
  modules: string[];
  switches: Record<string, SwitchValue>;
  shuffled: boolean;
  public: boolean;
  undo: "never" | "own" | "agreed";
  /** Whether hints are allowed although several people play. */
  hints?: boolean;
  /** Whether the game is rated; by default if others are invited and hints are not allowed. */
  rated?: boolean;
  /** The ratings of those who may join a public table without an invitation. */
  ratings?: { least?: number | null; most?: number | null };
  clock: ClockName;
  /** The clock of a game that lasts for weeks. */
  correspondence?: CorrespondencePlan | undefined;
}

/** Days for a turn, of reserve and of vacation, and what happens when the time is over. */
export interface CorrespondencePlan {
  days: number;
  reserve: number;
  vacation: number;
  expired: "turn" | "seat" | "game";
}

const LIVE_CLOCKS = {
  none: null,
  quick: { kind: "budget", seconds: 900, increment: 15, agent: "light" },
  calm: { kind: "budget", seconds: 2400, increment: 30, agent: "light" },
} as const;
export const CLOCKS = [...(Object.keys(LIVE_CLOCKS) as (keyof typeof LIVE_CLOCKS)[]), "correspondence"] as const;
export type ClockName = (typeof CLOCKS)[number];
export const CORRESPONDENCE: Readonly<CorrespondencePlan> = { days: 2, reserve: 1, vacation: 14, expired: "turn" };

const PREFERRED_AGENT = "medium";
const FALLBACK_AGENT = "light";

/** The edition of a name, or the newest. */
export function editionOf(game: GameDescription, name: string | undefined): Edition | undefined {
  return game.editions?.find(({ edition }) => edition === name) ?? game.editions?.at(-1);
}

/** The maps of a game; a game without editions has one. */
export function mapsOf(game: GameDescription): MapChoice[] {
  const newest = editionOf(game, undefined);
  if (!newest) return [{ id: game.game, game, boards: { [game.game]: game.players ?? [2] } }];
  const maps = new Map<string, Record<string, readonly number[]>>();
  for (const [board, counts] of Object.entries(newest.boards)) {
    const id = mapId(board);
    maps.set(id, { ...maps.get(id), [board]: counts });
  }
  return [...maps].map(([id, boards]) => ({ id, game, boards }));
}

function mapId(board: string): string {
  return board.replace(/(-\d+)+$/, "");
}

/** The editions in which a map can be played. */
export function editionsOf(map: MapChoice): Edition[] {
  return (map.game.editions ?? []).filter(({ boards }) => Object.keys(boards).some((board) => mapId(board) === map.id));
}

/** The numbers of players of a map in an edition. */
export function countsOf(map: MapChoice, edition: Edition | undefined): number[] {
  const boards = edition ? Object.entries(edition.boards).filter(([board]) => mapId(board) === map.id) : Object.entries(map.boards);
  return [...new Set(boards.flatMap(([, counts]) => counts))].sort((one, other) => one - other);
}

/** The board for a number of players. */
export function boardFor(map: MapChoice, edition: Edition | undefined, players: number): string | undefined {
  return Object.entries(edition?.boards ?? map.boards).find(([board, counts]) => {
    return (!edition || mapId(board) === map.id) && counts.includes(players);
  })?.[0];
}

/** The modules that can be chosen; modules implied by the number of players are left out. */
export function modulesOf(map: MapChoice, edition: Edition | undefined, board: string | undefined): string[] {
  if (!edition) return [...(map.game.modules ?? [])];
  const found = Object.entries(edition.modules).filter(([, boards]) => boards.includes(board ?? ""));
  return found.map(([module]) => module).filter((module) => !map.game.implied_modules?.includes(module));
}

/** Every switch in force with its default. */
export function switchesOf(map: MapChoice, edition: Edition | undefined, board: string | undefined): Record<string, SwitchValue> {
  if (!edition) return { ...map.game.defaults };
  return { ...edition.switches, ...edition.board_switches[board ?? ""] };
}

/** A seat for the preferred computer player. */
export function agentSeat(agents: readonly string[]): SeatPlan {
  return { kind: "agent", agent: agents.includes(PREFERRED_AGENT) ? PREFERRED_AGENT : (agents.find((agent) => agent === FALLBACK_AGENT) ?? agents[0] ?? FALLBACK_AGENT) };
}

/** The default plan: a game against the computer. */
export function defaultPlan(map: MapChoice): Plan {
  const edition = editionOf(map.game, undefined);
  const counts = countsOf(map, edition);
  const players = counts.includes(3) ? 3 : (counts[0] ?? 2);
  return {
    game: map.game.game,
    map: map.id,
    edition: edition?.edition,
    players,
    seats: Array.from({ length: players }, (_, n) => (n === 0 ? { kind: "human" } : agentSeat(map.game.agents))),
    modules: [],
    switches: {},
    shuffled: false,
    public: false,
    undo: "own",
    clock: "none",
  };
}

/** The plan adjusted to a map: choices that the map does not have are replaced. */
export function adjustPlan(plan: Plan, map: MapChoice): Plan {
  const named = editionsOf(map).find(({ edition }) => edition === plan.edition) ?? editionsOf(map).at(-1);
  const counts = countsOf(map, named);
  const players = counts.includes(plan.players) ? plan.players : (counts.find((count) => count >= plan.players) ?? counts.at(-1) ?? 2);
  const board = boardFor(map, named, players);
  const seats = Array.from({ length: players }, (_, n) => plan.seats[n] ?? agentSeat(map.game.agents));
  const modules = plan.modules.filter((module) => modulesOf(map, named, board).includes(module));
  const known = switchesOf(map, named, board);
  const switches = Object.fromEntries(Object.entries(plan.switches).filter(([name, value]) => name in known && known[name] !== value));
  const clock = CLOCKS.includes(plan.clock) ? plan.clock : "none";
  return { ...plan, game: map.game.game, map: map.id, edition: named?.edition, players, seats, modules, switches, clock };
}

/** The setup of a plan. */
export function setupOf(plan: Plan, map: MapChoice): Setup {
  const edition = editionOf(map.game, plan.edition);
  const board = edition && boardFor(map, edition, plan.players);
  return {
    game: plan.game,
    players: plan.players,
    ...(edition ? { edition: edition.edition } : {}),
    ...(board ? { board } : {}),
    modules: plan.modules,
    ...(Object.keys(plan.switches).length > 0 ? { switches: plan.switches } : {}),
  };
}

/** Whether a game can be rated: not if several people sit at this screen, nor without people. */
export function canBeRated(plan: Plan): boolean {
  return plan.seats.filter(({ kind }) => kind === "human").length <= 1 && plan.seats.some(({ kind }) => kind !== "agent");
}

/** Whether the game of a plan is rated. */
export function isRated(plan: Plan): boolean {
  return canBeRated(plan) && (plan.rated ?? (plan.hints !== true && plan.seats.some(({ kind }) => kind === "open")));
}

/** The options of a plan that concern ratings. */
function ratingOptions(plan: Plan): Pick<NewTable, "hints" | "rated" | "rating_min" | "rating_max"> {
  if (!isRated(plan)) return { hints: plan.hints ?? false };
  const { least, most } = plan.public ? (plan.ratings ?? {}) : {};
  return { hints: false, rated: true, ...(least ? { rating_min: least } : {}), ...(most ? { rating_max: most } : {}) };
}

function shuffled<T>(values: readonly T[]): T[] {
  const keyed = values.map((value) => ({ value, key: Math.random() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
}

/** The rule of the clock of a plan. */
export function clockOf({ clock, correspondence }: Plan): NonNullable<NewTable["clock"]> | null {
  if (clock !== "correspondence") return LIVE_CLOCKS[clock];
  const { days, reserve, vacation, expired } = { ...CORRESPONDENCE, ...correspondence };
  return { kind: "correspondence", per_move: days * DAY, reserve: reserve * DAY, vacation_days: vacation, expired, agent: FALLBACK_AGENT };
}

/** The request that opens the table of a plan. */
export function tableOf(plan: Plan, map: MapChoice): NewTable {
  return {
    setup: { ...setupOf(plan, map) },
    seats: plan.shuffled ? shuffled(plan.seats) : plan.seats,
    title: "",
    public: plan.public,
    undo: plan.undo,
    ...ratingOptions(plan),
    clock: clockOf(plan),
  };
}

/** Names, times and sentences of tables in lists. */

import { clockText as correspondenceText } from "./clockText";
import type { ClockRule, GameDescription, Setup, Summary } from "../api/types";
import type { Painter, Scene } from "../board/painter";
import { eventSentence } from "../messages/sentences";
import type { Translator } from "../messages/translator";
import { isOfTurn } from "./frames";
import { boardOf, setupOf } from "./games.svelte";
import { eventsOf } from "./log";
import { sceneSeats } from "./seats";

const NOBODY = { seats: [], watchers: 0 };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What a list needs to tell events of a game: its painter and its description. */
export interface GameTexts {
  readonly painter: Painter | undefined;
  readonly game: GameDescription | undefined;
}

/** The name of the map of a setup, or of its game. */
export function mapName(setup: Setup, i18n: Translator): string {
  return i18n.tOr(`${setup.game}.board.${setup.board ?? ""}`, i18n.tOr(`${setup.game}.title`, setup.game));
}

/** The title of a table, or the name of its map. */
export function tableTitle(table: Pick<Summary, "title" | "setup">, i18n: Translator): string {
  return table.title || mapName(setupOf(table), i18n);
}

/** The edition of a setup, or its number of players where the game has no editions. */
export function editionName({ game, edition, players }: Setup, i18n: Translator): string {
  return edition ? i18n.tOr(`${game}.edition.${edition}`, edition) : i18n.t("home.players", { count: players });
}

/** The modules of a setup. */
export function moduleNames({ game, modules = [] }: Setup, i18n: Translator): string[] {
  return modules.map((module) => i18n.tOr(`${game}.module.${module}`, module));
}

/** Edition, modules and players of a setup in one line. */
export function setupLine(setup: Setup, i18n: Translator): string {
  const parts = [editionName(setup, i18n), ...moduleNames(setup, i18n), i18n.t("home.players", { count: setup.players })];
  return [...new Set(parts)].join(" · ");
}

/** The players of a table with their colours. */
export function seatsOf(table: Pick<Summary, "seats">, painter: Painter | undefined, i18n: Translator): ReturnType<typeof sceneSeats> {
  return sceneSeats(table.seats, NOBODY, painter, i18n);
}

/** A time in its two largest units, such as 5 h 12 min. */
export function duration(milliseconds: number, locale: string): string {
  const left = Math.max(0, milliseconds);
  const unit = (value: number, name: string) => new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: name === "day" ? "long" : "short" }).format(value);
  const [days, hours, minutes] = [Math.floor(left / DAY), Math.floor((left % DAY) / HOUR), Math.floor((left % HOUR) / MINUTE)];
  const parts = days > 0 ? [unit(days, "day"), hours && unit(hours, "hour")] : hours > 0 ? [unit(hours, "hour"), minutes && unit(minutes, "minute")] : [unit(minutes, "minute")];
  return parts.filter(Boolean).join(" ");
}

/** How long ago something was, such as 2 h ago. */
export function ago(moment: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "narrow" });
  const past = Math.max(0, now - moment);
  if (past < HOUR) return format.format(-Math.floor(past / MINUTE), "minute");
  return past < DAY ? format.format(-Math.floor(past / HOUR), "hour") : format.format(-Math.floor(past / DAY), "day");
}

/** The milliseconds that the player to move has left now, in a list that was read at a moment; a clock rests during a vacation. */
export function timeLeft({ time_left, vacation_until }: Pick<Summary, "time_left" | "vacation_until">, read: number, now: number): number | null {
  return time_left === null ? null : time_left - Math.max(0, now - Math.max(read, vacation_until ?? 0));
}

/** The clock of a table in a few words. */
export function clockText(rule: Summary["clock_rule"], i18n: Translator): string {
  if (!rule) return i18n.t("new.clock.none");
  if (rule.kind === "correspondence") return correspondenceText(rule as unknown as ClockRule, i18n);
  const time = duration(Number(rule.seconds) * 1000, i18n.locale);
  if (rule.kind === "turn") return i18n.t("home.clock.turn", { time });
  return i18n.t("home.clock.budget", { time, seconds: Number(rule.increment ?? 0) });
}

/** One of the last events of a game as a sentence. */
export interface Happened {
  readonly seat: number | null;
  readonly at: number;
  readonly text: string;
}

/** The last event of others in a game, without the beginnings and ends of turns, the newest first. */
export function lastEvents(table: Summary, { painter, game }: GameTexts, i18n: Translator): Happened[] {
  const own = table.seats.filter(({ yours }) => yours).map(({ seat }) => seat);
  const scene: Scene = { board: boardOf(game, setupOf(table)), position: {}, components: game?.components, seats: seatsOf(table, painter, i18n) };
  return table.moves.toReversed().flatMap((move) => {
    if (own.includes(move.seat ?? -1)) return [];
    const told = eventsOf({ events: move.events.filter((event) => !isOfTurn(event as never)) });
    const last = told.at(-1);
    if (!last) return [];
    return [{ seat: move.seat, at: move.at, text: eventSentence(setupOf(table).game, painter, last, scene, i18n, move.seat) }];
  });
}

/** Running games: those that wait for the reader first, and those with the least time left first. */
export function byUrgency(one: Summary, other: Summary): number {
  const left = (table: Summary) => table.time_left ?? Infinity;
  const turns = Number(other.your_turn) - Number(one.your_turn);
  if (turns !== 0) return turns;
  return left(one) === left(other) ? other.moved_at - one.moved_at : left(one) - left(other);
}

/** Running games with changes applied, in order; games that have ended are returned apart. */
export function merged(
  running: readonly Summary[],
  changed: readonly Summary[],
  gone: readonly string[],
): { running: Summary[]; ended: Summary[] } {
  const known = new Set([...changed.map(({ id }) => id), ...gone]);
  const kept = running.filter(({ id }) => !known.has(id));
  const isOver = ({ ended_by }: Summary) => ended_by !== null;
  return { running: [...kept, ...changed.filter((table) => !isOver(table))].sort(byUrgency), ended: changed.filter(isOver) };
}

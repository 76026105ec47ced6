/** The frames in which moves are shown one after another. */

import type { Entry } from "../api/types";
import { endsTurn } from "./log";

/** Some entries that are shown together, up to a number. */
export interface Frame {
  readonly number: number;
  /** The seat that moved. */
  readonly seat: number | undefined;
  readonly entries: readonly Entry[];
}

export const MOST_FRAMES = 12;

/** Whether an event only begins or ends a turn. */
export function isOfTurn({ event }: Entry["events"][number]): boolean {
  return event === "TurnBegun" || event === "TurnEnded";
}

/** Whether an entry shows nothing of its own: a chance event, the end of a turn or of a step. */
function isSilent({ kind, events }: Entry): boolean {
  return kind !== "move" || events.every(isOfTurn);
}

function frameOf(entries: readonly Entry[]): Frame {
  const seat = entries.find(({ kind }) => kind === "move")?.seat ?? undefined;
  return { number: entries.at(-1)?.number ?? 0, seat, entries };
}

/** Frames by move: what shows nothing belongs to the move before, and verbs that begin a move to the move after. */
function byMove(entries: readonly Entry[], opening: readonly string[]): Frame[] {
  const groups: Entry[][] = [];
  let begun = false;
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group && (begun || isSilent(entry))) group.push(entry);
    else groups.push([entry]);
    begun = opening.includes(entry.words?.split(" ")[0] ?? "");
  }
  return groups.map(frameOf);
}

/** Frames by turn. */
function byTurn(entries: readonly Entry[]): Frame[] {
  const groups: Entry[][] = [[]];
  for (const entry of entries) {
    groups.at(-1)?.push(entry);
    if (endsTurn(entry)) groups.push([]);
  }
  return groups.filter((group) => group.length > 0).map(frameOf);
}

/** The frames of the entries after a number: one for each move, or for each turn if there are too many. */
export function framesOf(line: readonly Entry[], since: number, opening: readonly string[] = [], most = MOST_FRAMES): Frame[] {
  const entries = line.filter(({ number }) => number > since);
  const moves = byMove(entries, opening);
  return moves.length > most ? byTurn(entries) : moves;
}

/** The number of the entry that ended the last turn of some seats, or else of their last move, or else of the start. */
export function lastTurn(line: readonly Entry[], held: readonly number[]): number {
  const own = (entry: Entry): boolean => entry.events.some(({ event, seat }) => event === "TurnEnded" && held.includes(Number(seat)));
  const ended = line.findLast(own) ?? line.findLast(({ kind, seat }) => kind === "move" && held.includes(seat ?? -1));
  if (ended) return ended.number;
  const first = line.findIndex(({ kind }) => kind === "move");
  return line[first - 1]?.number ?? 0;
}

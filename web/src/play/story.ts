/** The log of a table as sentences. */

import type { Entry, SeatChange } from "../api/words";
import type { GameEvent, MoveValue, Painter, Scene, SpotId, Trace } from "../board/painter";
import type { MessageKey } from "../messages/catalogue";
import { eventSentence } from "../messages/narrate";
import type { Translator } from "../messages/translator";
import type { OwnerColour } from "../theme/owners";
import { agentName } from "./seats";

export interface Line {
  readonly number: number;
  readonly text: string;
  readonly owner: OwnerColour | undefined;
  readonly spot: SpotId | undefined;
}

/** How many entries may lie between a piece's leaving and its coming. */
const LOOKED_BACK = 24;

/** The moves and chances that stand: what undos have left. */
export function standingEntries(entries: readonly Entry[]): Entry[] {
  const line: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind === "undo") line.length = entry.length ?? 0;
    else if (entry.kind !== "seat") line.push(entry);
  }
  return line;
}

/** What the log shows: the moves and chances that stand, and all seat changes. */
export function loggedEntries(entries: readonly Entry[]): Entry[] {
  const changes = entries.filter(({ kind }) => kind === "seat");
  return [...standingEntries(entries), ...changes].sort((one, other) => one.number - other.number);
}

/** The key of the sentence for a seat change. */
function changeKey(change: SeatChange, byHost: boolean): MessageKey {
  if (change.kind === "human") return "seat.change.joined";
  const after = change.kind === "agent" ? "computer" : "open";
  if (change.left === null) return `seat.change.${after}`;
  return byHost ? `seat.change.${after}.host` : `seat.change.${after}.left`;
}

/** The sentence of a seat change. */
function changeLine(entry: Entry, change: SeatChange, scene: Scene, words: Translator): Line {
  const values = {
    number: (entry.seat ?? 0) + 1,
    name: change.name ?? "",
    left: change.left ?? "",
    level: change.agent === null ? "" : agentName(change.agent, words),
  };
  return {
    number: entry.number,
    text: words.say(changeKey(change, entry.by === "host"), values),
    owner: scene.seats[entry.seat ?? -1]?.colour,
    spot: undefined,
  };
}

/** The events of an entry. */
export function eventsOf(entry: Entry): GameEvent[] {
  return entry.events.map(({ event, ...facts }) => ({ name: String(event), facts: facts as Record<string, MoveValue> }));
}

/** The sentences of an entry. */
export function linesOf(entry: Entry, game: string, painter: Painter | undefined, scene: Scene, words: Translator): Line[] {
  if (entry.change) return [changeLine(entry, entry.change, scene, words)];
  return eventsOf(entry).map((event) => ({
    number: entry.number,
    text: eventSentence(game, painter, event, scene, words),
    owner: scene.seats[Number(event.facts.by ?? event.facts.seat ?? -1)]?.colour,
    spot: painter?.spotOfEvent(event),
  }));
}

/** Where the last of some entries happened and where its pieces came from, to be pointed out. */
export function tracesOf(entries: readonly Entry[], painter: Painter): Trace[] {
  const found = new Map<SpotId, Trace>();
  const earlier = entries.slice(-LOOKED_BACK, -1).flatMap(eventsOf);
  for (const event of entries.slice(-1).flatMap(eventsOf)) {
    const [spot, from] = [painter.spotOfEvent(event), painter.cameFrom(event, earlier)];
    if (spot && !found.has(spot)) found.set(spot, { spot, ...(from ? { from } : {}) });
    earlier.push(event);
  }
  return [...found.values()];
}

/** The numbers of the entries that end a turn, the start first. */
export function turnEnds(entries: readonly Entry[]): number[] {
  const ends = entries.filter((entry) => entry.events.some(({ event }) => event === "TurnEnded"));
  return [0, ...ends.map(({ number }) => number), entries.at(-1)?.number ?? 0].filter((n, at, all) => all.indexOf(n) === at);
}

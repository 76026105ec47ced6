/** The log of a table as sentences. */

import type { Entry } from "../api/words";
import type { GameEvent, MoveValue, Painter, Scene, SpotId, Trace } from "../board/painter";
import { eventSentence } from "../messages/narrate";
import type { Translator } from "../messages/translator";
import type { OwnerColour } from "../theme/owners";

export interface Line {
  readonly number: number;
  readonly text: string;
  readonly owner: OwnerColour | undefined;
  readonly spot: SpotId | undefined;
}

/** How many entries may lie between a piece's leaving and its coming. */
const LOOKED_BACK = 24;

/** The entries that stand: what undos have left. */
export function standingEntries(entries: readonly Entry[]): Entry[] {
  const line: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind === "undo") line.length = entry.length ?? 0;
    else line.push(entry);
  }
  return line;
}

/** The events of an entry. */
export function eventsOf(entry: Entry): GameEvent[] {
  return entry.events.map(({ event, ...facts }) => ({ name: String(event), facts: facts as Record<string, MoveValue> }));
}

/** The sentences of an entry. */
export function linesOf(entry: Entry, game: string, painter: Painter | undefined, scene: Scene, words: Translator): Line[] {
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

/** The log of a table: its entries as sentences, and where they happened on the map. */

import type { Entry, SeatChange } from "../api/types";
import type { GameEvent, MoveValue, Painter, Scene, SpotId, Trace } from "../board/painter";
import type { MessageKey } from "../messages/types";
import { eventSentence, ownerKind } from "../messages/sentences";
import type { Translator } from "../messages/translator";
import type { OwnerColour } from "../theme/playerColours";
import { agentName } from "./seats";

export interface LogLine {
  readonly number: number;
  readonly text: string;
  readonly owner: OwnerColour | undefined;
  readonly spot: SpotId | undefined;
}

/** The most entries between a piece's removal and its arrival. */
export const LOOKBACK = 24;

/** The moves and chance events that were not undone. */
export function currentEntries(entries: readonly Entry[]): Entry[] {
  const line: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind === "undo") line.length = entry.length ?? 0;
    else if (entry.kind !== "seat" && entry.kind !== "end") line.push(entry);
  }
  return line;
}

/** The entries of the log: moves and chance events that were not undone, all seat changes, and an end by the clock. */
export function logEntries(entries: readonly Entry[]): Entry[] {
  const changes = entries.filter(({ kind }) => kind === "seat" || kind === "end");
  return [...currentEntries(entries), ...changes].sort((one, other) => one.number - other.number);
}

/** The key of the sentence for a seat change. */
function changeKey(change: SeatChange, by: Entry["by"]): MessageKey {
  if (change.kind === "human") return change.left === null ? "seat.change.joined" : "seat.change.handed";
  const after = change.kind === "agent" ? "computer" : "open";
  if (change.left === null) return `seat.change.${after}`;
  if (after === "computer" && (by === "clock" || by === "vote")) return `seat.change.computer.${by}`;
  return by === "host" ? `seat.change.${after}.host` : `seat.change.${after}.left`;
}

/** The log line of a seat change. */
function changeLine(entry: Entry, change: SeatChange, scene: Scene, i18n: Translator): LogLine {
  const values = {
    number: (entry.seat ?? 0) + 1,
    name: change.name || i18n.t("person.former"),
    left: change.left || i18n.t("person.former"),
    level: change.agent === null ? "" : agentName(change.agent, i18n),
  };
  return {
    number: entry.number,
    text: i18n.t(changeKey(change, entry.by), values),
    owner: scene.seats[entry.seat ?? -1]?.colour,
    spot: undefined,
  };
}

/** The log line of a game that was ended by a player without time, an operator, or the absence of players. */
function endLine({ number, seat, by }: Entry, scene: Scene, i18n: Translator): LogLine {
  if (seat === null) return { number, text: i18n.t(by === "operator" ? "end.closed" : "end.left"), owner: undefined, spot: undefined };
  const player = scene.seats[seat ?? -1];
  return { number, text: i18n.t("log.expired", { name: player?.name ?? "" }), owner: player?.colour, spot: undefined };
}

/** The events of an entry or of a preview. */
export function eventsOf({ events }: Pick<Entry, "events">): GameEvent[] {
  return events.map(({ event, ...facts }) => ({ name: String(event), facts: facts as Record<string, MoveValue> }));
}

/** A sentence, marked if a standing order made the move. */
function markedText({ by, seat }: Entry, text: string, scene: Scene, i18n: Translator): string {
  if (by !== "order") return text;
  return i18n.t(seat !== null && ownerKind(seat, scene) === "you" ? "log.order.own" : "log.order.other", { text });
}

/** The log lines of an entry. */
export function linesOf(entry: Entry, game: string, painter: Painter | undefined, scene: Scene, i18n: Translator): LogLine[] {
  if (entry.change) return [changeLine(entry, entry.change, scene, i18n)];
  if (entry.kind === "end") return [endLine(entry, scene, i18n)];
  return eventsOf(entry).map((event) => ({
    number: entry.number,
    text: markedText(entry, eventSentence(game, painter, event, scene, i18n, entry.seat), scene, i18n),
    owner: scene.seats[Number(event.facts.by ?? event.facts.seat ?? -1)]?.colour,
    spot: painter?.spotOfEvent(event),
  }));
}

/** The spots of the last of some entries and the spots its pieces came from. */
export function tracesOf(entries: readonly Entry[], painter: Painter): Trace[] {
  const found = new Map<SpotId, Trace>();
  const earlier = entries.slice(-LOOKBACK, -1).flatMap(eventsOf);
  for (const event of entries.slice(-1).flatMap(eventsOf)) {
    const [spot, from] = [painter.spotOfEvent(event), painter.cameFrom(event, earlier)];
    if (spot && !found.has(spot)) found.set(spot, { spot, ...(from ? { from } : {}) });
    earlier.push(event);
  }
  return [...found.values()];
}

/** Whether an entry ends a turn. */
export function endsTurn({ events }: Entry): boolean {
  return events.some(({ event }) => event === "TurnEnded");
}

/** The numbers of the entries that end a turn, after 0 for the start. */
export function turnEnds(entries: readonly Entry[]): number[] {
  const ends = entries.filter(endsTurn);
  return [0, ...ends.map(({ number }) => number), entries.at(-1)?.number ?? 0].filter((n, at, all) => all.indexOf(n) === at);
}

/** What happened since the reader's last turn: its frames, their captions and marks on the map. */

import type { MoveMark, SpotId } from "../board/painter";
import type { OwnerColour } from "../theme/playerColours";
import { translator } from "../messages/i18n.svelte";
import { framesOf, isOfTurn, lastTurn, type Frame } from "./frames";
import { linesOf, tracesOf, type LogLine } from "./log";
import { seenNumber } from "./seen";
import type { TableView } from "./view.svelte";

/** The frames since the last turn of the reader, up to the beginning of the present one, and the entry before them. */
export function framesSinceLastTurn(view: TableView): { readonly base: number; readonly frames: readonly Frame[] } {
  const { held, opening } = view.store;
  const base = lastTurn(view.line, held);
  const begun = view.line.findLast(({ events }) => events.some(({ event, seat }) => event === "TurnBegun" && held.includes(Number(seat))));
  const until = begun && begun.number > base ? begun.number : Infinity;
  const frames = framesOf(view.line.filter(({ number }) => number <= until), base, opening);
  return { base, frames: frames.some(({ seat }) => !held.includes(seat ?? -1)) ? frames : [] };
}

/** Show the moves since the last turn: all of them, or by themselves only those that were not seen. */
export async function showRecap(view: TableView, onlyUnseen: boolean, paused: boolean): Promise<void> {
  const { base, frames } = framesSinceLastTurn(view);
  const { latest, playback, id } = view.store;
  const begin = onlyUnseen ? frames.findIndex(({ number }) => number > seenNumber(id)) : 0;
  if (latest && frames.length > 0 && begin >= 0) await playback.review(base, frames, latest, begin, paused);
}

/** The log lines of a frame without the beginnings and ends of turns. */
export function linesOfFrame(frame: Frame, view: TableView): LogLine[] {
  const told = frame.entries.map((entry) => ({ ...entry, events: entry.events.filter((event) => !isOfTurn(event)) }));
  return told.flatMap((entry) => linesOf(entry, view.game, view.painter, view.scene, translator()));
}

export interface Caption {
  readonly name: string;
  readonly colour: OwnerColour;
  /** What happened, without the name where the sentence begins with it. */
  readonly text: string;
  readonly spot: SpotId | undefined;
}

/** How many moves a caption may tell before it only counts them. */
const MOST_TOLD = 3;

/** Who did what in a frame, and where. */
function captionOf(frame: Frame, view: TableView): Caption {
  const lines = linesOfFrame(frame, view);
  const { name = "", colour = "neutral" as const } = view.scene.seats[frame.seat ?? -1] ?? {};
  const first = lines[0]?.text ?? "";
  const own = first.startsWith(`${name} `) ? first.slice(name.length + 1) : first;
  const count = frame.entries.filter(({ kind, events }) => kind === "move" && events.length > 0).length;
  const text = count > MOST_TOLD ? translator().t("recap.moves", { count }) : own;
  return { name, colour, text, spot: lines.find(({ spot }) => spot)?.spot };
}

/** The captions of all frames that are listed; what happens nowhere is told where its player moved before. */
export function captionsOf(view: TableView): readonly Caption[] {
  const found: Caption[] = [];
  for (const frame of view.store.playback.frames) {
    const [caption, before] = [captionOf(frame, view), found.at(-1)];
    found.push({ ...caption, spot: caption.spot ?? (before?.name === caption.name ? before.spot : undefined) });
  }
  return found;
}

/** The numbered marks of the frames that were shown. */
export function moveMarksOf(captions: readonly Caption[], view: TableView): MoveMark[] {
  const { frames, at } = view.store.playback;
  const { painter } = view;
  if (!painter) return [];
  return frames.slice(0, at + 1).flatMap((frame, n) => {
    const { spot, colour = "neutral" as const } = captions[n] ?? {};
    if (!spot || (n < at && spot === captions[n + 1]?.spot)) return [];
    const moved = frame.entries.findLast(({ kind }) => kind === "move")?.number ?? 0;
    const from = tracesOf(view.line.filter(({ number }) => number <= moved), painter)[0]?.from;
    return [{ spot, label: String(n + 1), colour, current: n === at, ...(from ? { from } : {}), ...(frame.seat === undefined ? {} : { owner: frame.seat }) }];
  });
}

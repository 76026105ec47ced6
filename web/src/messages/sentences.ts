/** Moves and events as sentences. */

import type { GameEvent, Move, MoveValue, Painter, Scene } from "../board/painter";
import type { Translator } from "./translator";

function notation(word: string, facts: Readonly<Record<string, MoveValue>>): string {
  return [word, ...Object.values(facts).map(String)].join(" ");
}

/** The key of a move: its verb and the names of its fields. */
export function moveKey(game: string, move: Move): string {
  const fields = Object.keys(move).filter((field) => field !== "do");
  return [`${game}.move.${move.do}`, fields.join("+")].filter(Boolean).join(".");
}

/** A move as a sentence, or its notation where the game has no painter or no sentence for it. */
export function moveSentence(
  game: string,
  painter: Painter | undefined,
  move: Move,
  scene: Scene,
  i18n: Translator,
): string {
  const { do: verb, ...facts } = move;
  const key = moveKey(game, move);
  if (!painter || !i18n.knows(key)) return notation(verb, facts);
  return i18n.t(key, painter.values(facts, scene, i18n));
}

/** An event as a sentence, or its name and facts. */
export function eventSentence(
  game: string,
  painter: Painter | undefined,
  event: GameEvent,
  scene: Scene,
  i18n: Translator,
): string {
  const key = `${game}.event.${event.name}`;
  if (!painter || !i18n.knows(key)) return notation(event.name, event.facts);
  return i18n.t(key, painter.values(event.facts, scene, i18n));
}

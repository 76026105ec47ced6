/** Moves and events as sentences. */

import type { GameEvent, Move, MoveValue, Painter, Scene } from "../board/painter";
import type { Translator } from "./translator";

function plain(word: string, facts: Readonly<Record<string, MoveValue>>): string {
  return [word, ...Object.values(facts).map(String)].join(" ");
}

/** The key of a move: its verb and the names of its fields. */
export function moveKey(game: string, move: Move): string {
  const fields = Object.keys(move).filter((field) => field !== "do");
  return [`${game}.move.${move.do}`, fields.join("+")].filter(Boolean).join(".");
}

/** A move in words; a game without a painter or a sentence for it gets its notation. */
export function moveSentence(
  game: string,
  painter: Painter | undefined,
  move: Move,
  scene: Scene,
  words: Translator,
): string {
  const { do: verb, ...facts } = move;
  const key = moveKey(game, move);
  if (!painter || !words.knows(key)) return plain(verb, facts);
  return words.say(key, painter.values(facts, scene, words));
}

/** An event in words. */
export function eventSentence(
  game: string,
  painter: Painter | undefined,
  event: GameEvent,
  scene: Scene,
  words: Translator,
): string {
  const key = `${game}.event.${event.name}`;
  if (!painter || !words.knows(key)) return plain(event.name, event.facts);
  return words.say(key, painter.values(event.facts, scene, words));
}

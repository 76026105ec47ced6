/** Moves and events as sentences. */

import type { Reason } from "../api/types";
import type { GameEvent, Move, MoveValue, Owner, Painter, Scene } from "../board/painter";
import type { Translator } from "./translator";

/** What an owner is to the reader. */
export type OwnerKind = "you" | "neutral" | "other";

/** What an owner is to the reader, for messages that address the reader. */
export function ownerKind(owner: Owner, scene: Scene): OwnerKind {
  if (owner === "n") return "neutral";
  return scene.seats[owner]?.own ? "you" : "other";
}

/** Whose piece somebody handles: the own one, the reader's, the neutral player's, or that of another player. */
export function whose(owner: Owner, by: Owner, scene: Scene): string {
  if (owner === by) return "own";
  const kind = ownerKind(owner, scene);
  return kind === "you" ? "yours" : kind;
}

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

/** The facts of an event with the seat whose move caused it. */
function factsWithActor({ facts }: GameEvent, actor: number | null | undefined): GameEvent["facts"] {
  const by = actor ?? facts.seat;
  return by === undefined ? facts : { by, ...facts };
}

/** An event as a sentence, or its name and facts; `actor` is the seat whose move caused it. */
export function eventSentence(
  game: string,
  painter: Painter | undefined,
  event: GameEvent,
  scene: Scene,
  i18n: Translator,
  actor?: number | null,
): string {
  const key = `${game}.event.${event.name}`;
  if (!painter || !i18n.knows(key)) return notation(event.name, event.facts);
  return i18n.t(key, painter.values(factsWithActor(event, actor), scene, i18n));
}

/** An event as an advice to bring it about, or as a sentence where the game has no advice for it. */
export function adviceSentence(game: string, painter: Painter | undefined, event: GameEvent, scene: Scene, i18n: Translator): string {
  const key = `${game}.advice.${event.name}`;
  if (!painter || !i18n.knows(key)) return eventSentence(game, painter, event, scene, i18n);
  return i18n.t(key, painter.values(event.facts, scene, i18n));
}

/** The values of the messages about a reason. */
export function reasonValues(reason: Reason, game: string, painter: Painter | undefined, scene: Scene, i18n: Translator): Record<string, string | number> {
  const { event: name, ...facts } = reason.event ?? {};
  const event: GameEvent = { name: String(name), facts: facts as Record<string, MoveValue> };
  return {
    event: reason.event ? adviceSentence(game, painter, event, scene, i18n) : "",
    line: i18n.tOr(`${game}.line.${reason.line ?? ""}`, reason.line ?? ""),
    points: reason.points ?? 0,
    turns: reason.turns ?? 0,
  };
}

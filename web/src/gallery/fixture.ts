/** A position of a played game, and what is offered in it. */

import type { GameEvent, Move, Painter, Scene, Score, Target } from "../board/painter";
import { moveSentence } from "../messages/narrate";
import type { Translator } from "../messages/translator";

export interface Fixture {
  readonly setup: { readonly game: string; readonly board?: string; readonly players: number };
  readonly position: unknown;
  readonly standing: unknown;
  readonly scores: readonly Score[];
  readonly to_move: number;
  readonly moves: readonly Move[];
  readonly events: readonly GameEvent[];
}

const NAMES = ["Anneke", "Bertram", "Clara", "Dietrich", "Elsbeth"];

/** The name of the file of a fixture's board. */
export function boardFile(fixture: Fixture): string {
  const { game, board = game } = fixture.setup;
  return `${game}/${board}`;
}

/** The scene of a fixture. */
export function sceneOf(fixture: Fixture, board: unknown, painter: Painter): Scene {
  const seats = painter.colours
    .slice(0, fixture.setup.players)
    .map((colour, n) => ({ name: NAMES[n] ?? String(n), colour, note: "" }));
  return { board, position: fixture.position, standing: fixture.standing, scores: fixture.scores, seats };
}

function toll(move: Move): string {
  return move.do === "displace" ? "+1" : "";
}

/** One target per spot for the moves of the given verbs. */
export function targetsOf(
  fixture: Fixture,
  scene: Scene,
  painter: Painter,
  verbs: readonly string[],
  words: Translator,
): Target[] {
  const found = new Map<string, Target>();
  for (const move of fixture.moves.filter(({ do: verb }) => verbs.includes(verb))) {
    const spot = painter.spotOf(move, scene);
    if (!spot || found.has(spot)) continue;
    const label = moveSentence(fixture.setup.game, painter, move, scene, words);
    found.set(spot, { spot, label, tag: move.do === "create" ? label : toll(move) });
  }
  return [...found.values()];
}

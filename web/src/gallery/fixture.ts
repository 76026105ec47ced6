/** Positions of played games with their legal moves, for the gallery and tests. */

import type { GameEvent, Move, Painter, Scene, Score, Target } from "../board/painter";
import { moveSentence } from "../messages/sentences";
import type { Translator } from "../messages/translator";

export interface Fixture {
  readonly setup: { readonly game: string; readonly board?: string; readonly players: number };
  readonly position: unknown;
  readonly derived: unknown;
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
export function sceneOf(fixture: Fixture, board: unknown, components: unknown, painter: Painter): Scene {
  const seats = painter.colours
    .slice(0, fixture.setup.players)
    .map((colour, n) => ({ name: NAMES[n] ?? String(n), colour, note: "" }));
  return { board, position: fixture.position, derived: fixture.derived, components, scores: fixture.scores, seats };
}

function tagOf(tag: string | undefined): { tag?: string } {
  return tag === undefined ? {} : { tag };
}

/** One target per spot for the moves of the given verbs. */
export function targetsOf(
  fixture: Fixture,
  scene: Scene,
  painter: Painter,
  verbs: readonly string[],
  i18n: Translator,
): Target[] {
  const found = new Map<string, Target>();
  for (const move of fixture.moves.filter(({ do: verb }) => verbs.includes(verb))) {
    const spot = painter.spotOf(move, scene);
    if (!spot || found.has(spot)) continue;
    const label = moveSentence(fixture.setup.game, painter, move, scene, i18n);
    found.set(spot, { spot, label, ...tagOf(painter.turn.tag(move, scene)) });
  }
  return [...found.values()];
}

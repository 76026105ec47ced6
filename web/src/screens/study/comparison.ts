/** The played and the better turn of a decision: their steps, sentences and arrows. */

import type { Arrow, Move, Painter, Scene, TurnStep } from "../../board/painter";
import { moveSentence } from "../../messages/sentences";
import type { Translator } from "../../messages/translator";
import type { TurningPoint } from "./analysis.svelte";

export interface Comparison {
  /** The step that gave something away. */
  readonly played: TurnStep | undefined;
  readonly better: readonly TurnStep[];
}

/** The steps of a turn without the moves that only end it, unless it has no others. */
export function stepsOf(line: readonly Move[], painter: Painter | undefined, scene: Scene): readonly TurnStep[] {
  const all = painter?.stepsOf?.(line, scene) ?? line.map((move) => plainStep(move, painter, scene));
  const first = all.findIndex((step) => !isClosing(step, painter));
  const kept = all.filter((step, n) => !isClosing(step, painter) || n < first);
  return first < 0 ? all.slice(0, 1) : kept;
}

function plainStep(move: Move, painter: Painter | undefined, scene: Scene): TurnStep {
  const to = painter?.spotOf(move, scene);
  return { moves: [move], ...(to ? { to } : {}) };
}

function isClosing({ moves }: TurnStep, painter: Painter | undefined): boolean {
  return moves.every((move) => painter?.closing.includes(move.do) === true);
}

/** The step that was played and the steps of the better turn. */
export function comparisonOf({ played, better }: TurningPoint, painter: Painter | undefined, scene: Scene): Comparison {
  return { played: stepsOf(played.steps, painter, scene)[0], better: stepsOf(better.steps, painter, scene) };
}

/** The arrows of a comparison; a step without a spot has none, but keeps its number. */
export function arrowsOf({ played, better }: Comparison): readonly Arrow[] {
  const arrows = better.map(({ from, to }, n) => ({ from, to, number: n + 1 }));
  return [...(played ? [{ from: played.from, to: played.to }] : []), ...arrows].flatMap(({ from, to, ...rest }) =>
    to ? [{ to, ...(from ? { from } : {}), ...rest }] : [],
  );
}

/** A step as a sentence. */
export function stepSentence({ moves }: TurnStep, game: string, painter: Painter | undefined, scene: Scene, i18n: Translator): string {
  return moves.map((move) => moveSentence(game, painter, move, scene, i18n)).join("; ");
}

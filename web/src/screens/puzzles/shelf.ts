/** The puzzles on the shelf: how they are remembered, named and put on a table. */

import type { Entry, NewTable, Puzzle, PuzzleSummary, State } from "../../api/words";

/** Under which name solved puzzles are remembered beside lessons. */
export const SHELF = "puzzle";

/** The message that names the board of a puzzle, or its game. */
export function boardKey({ game, board }: PuzzleSummary): string {
  return board ? `${game}.board.${board}` : `${game}.title`;
}

/** A table at which a puzzle is solved, or with moves its solution is shown; all seats are the learner's. */
export function tableOf({ setup, position }: Puzzle, moves: readonly string[] = []): NewTable {
  const record = { format: 1, setup, start: position, moves: [...moves] };
  return { record, title: "", public: false, undo: "own", practice: true };
}

/** The moves of the turn once it is over, or until chance decided. */
export function turnPlayed(line: readonly Entry[], state: State, turn: number): readonly string[] | undefined {
  const chance = line.findIndex(({ kind }) => kind === "chance");
  if (chance < 0 && !state.over && state.turn === turn) return undefined;
  return (chance < 0 ? line : line.slice(0, chance)).flatMap(({ words }) => words ?? []);
}

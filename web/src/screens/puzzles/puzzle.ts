/** The names, practice tables and answers of puzzles. */

import type { Entry, NewTable, Puzzle, PuzzleSummary, State } from "../../api/types";

/** The group under which solved puzzles are stored beside lessons. */
export const PUZZLE_PROGRESS = "puzzle";

/** The key of the name of a puzzle's board, or of its game. */
export function boardKey({ game, board }: PuzzleSummary): string {
  return board ? `${game}.board.${board}` : `${game}.title`;
}

/** The request for a table with the position of a puzzle, and moves to show a solution; all seats are the learner's. */
export function tableOf({ setup, position }: Puzzle, moves: readonly string[] = []): NewTable {
  const record = { format: 1, setup, start: position, moves: [...moves] };
  return { record, title: "", public: false, undo: "own", practice: true };
}

/** The moves of the turn up to its end or the first chance event; undefined while it goes on. */
export function turnPlayed(line: readonly Entry[], state: State, turn: number): readonly string[] | undefined {
  const chance = line.findIndex(({ kind }) => kind === "chance");
  if (chance < 0 && !state.over && state.turn === turn) return undefined;
  return (chance < 0 ? line : line.slice(0, chance)).flatMap(({ words }) => words ?? []);
}

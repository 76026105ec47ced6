/** The actions of the present turn: each with the steps that followed from it, and the length to which undo returns. */

import type { Entry } from "../api/types";
import type { Move, Painter } from "../board/painter";
import { endsTurn } from "./log";

export interface TurnAction {
  /** The move that began it. */
  readonly move: Move;
  readonly seat: number;
  /** The number of the entry that began it. */
  readonly number: number;
  /** The length of the line of moves before it. */
  readonly before: number;
  /** All its entries, also those that other seats or chance decided. */
  readonly steps: readonly Entry[];
}

/** What a painter says about the verbs of a turn. */
type TurnVerbs = Pick<Painter, "turn" | "closing">;

/** The number of entries up to the end of the turn before. */
function turnStart(line: readonly Entry[]): number {
  return line.findLastIndex(endsTurn) + 1;
}

function movesOf(steps: readonly Entry[]): Move[] {
  return steps.flatMap(({ kind, move }) => (kind === "move" && move ? [move as Move] : []));
}

/** Whether an entry begins an action: the end of the turn does, since markers may be placed after it. */
function begins(entry: Entry, last: TurnAction | undefined, { turn, closing }: TurnVerbs): boolean {
  const [move] = movesOf([entry]);
  if (!move || entry.seat === null) return false;
  return move.do === closing.at(-1) || turn.begins(move, movesOf(last?.steps ?? []));
}

/** The actions of the present turn from the entries that were not undone; `length` is that of the line they end. */
export function turnActions(line: readonly Entry[], length: number, verbs: TurnVerbs): TurnAction[] {
  const actions: TurnAction[] = [];
  const start = turnStart(line);
  const missing = length - line.length;
  line.slice(start).forEach((entry, at) => {
    const last = actions.at(-1);
    if (begins(entry, last, verbs)) {
      const before = missing + start + at;
      actions.push({ move: entry.move as unknown as Move, seat: entry.seat ?? 0, number: entry.number, before, steps: [entry] });
    } else if (last) {
      actions[actions.length - 1] = { ...last, steps: [...last.steps, entry] };
    }
  });
  return actions;
}

/** The analysis of a table: requested, polled until it is complete, and looked up by state. */

import { api, Problem } from "../../api/client";
import type { Analysis } from "../../api/types";
import type { Move } from "../../board/painter";

const POLL_MS = 1500;

export interface Decision {
  readonly number: number;
  readonly seat: number;
  readonly gave_away: number | null;
  readonly before: readonly number[] | null;
  readonly after: readonly number[] | null;
  readonly gifts: readonly { readonly seat: number; readonly points: number }[];
}

interface Line {
  readonly steps: readonly Move[];
}

export interface TurningPoint {
  readonly number: number;
  readonly seat: number;
  readonly gave_away: number;
  readonly played: Line;
  readonly better: Line;
}

interface Account {
  readonly decisions: readonly Decision[];
  readonly turning_points: readonly TurningPoint[];
}

export interface Reading {
  readonly number: number;
  readonly chances: readonly number[];
}

export class TableAnalysis {
  found = $state.raw<Analysis>();
  problem = $state.raw<string>();
  #closed = false;

  readonly account = $derived.by(() => this.found?.report as unknown as Account | null | undefined);
  readonly curve = $derived.by((): readonly Reading[] => this.#curve());

  constructor(readonly table: string) {}

  /** Request the analysis and poll it until it is complete. */
  async begin(): Promise<void> {
    this.problem = undefined;
    try {
      this.found = await api.analyse(this.table);
      while (!this.found.complete && !this.#closed) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        this.found = await api.analysis(this.table);
      }
    } catch (problem) {
      this.problem = problem instanceof Problem ? problem.message : String(problem);
    }
  }

  close(): void {
    this.#closed = true;
  }

  /** The chances after so many moves of the line, as far as they are known. */
  chancesAt(length: number): readonly number[] | undefined {
    return this.curve.findLast(({ number }) => number <= length + 1)?.chances;
  }

  /** What was decided with a move of the line, counted from 1. */
  decisionAt(number: number): Decision | undefined {
    return this.account?.decisions.find((decision) => decision.number === number);
  }

  /** The turning points of all players or of one, in the order of the game. */
  pointsOf(seat: number | undefined): readonly TurningPoint[] {
    const all = this.account?.turning_points ?? [];
    return all.filter((point) => seat === undefined || point.seat === seat).toSorted((one, other) => one.number - other.number);
  }

  #curve(): readonly Reading[] {
    const known: readonly Reading[] = this.found?.curve ?? [];
    const last = this.account?.decisions.at(-1);
    return last?.after ? [...known, { number: last.number + 1, chances: last.after }] : known;
  }
}

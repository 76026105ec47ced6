/** What would follow from the moves of a chooser, and why moves that one would expect there are not legal. */

import { api, Problem } from "../api/client";
import type { Preview as ApiPreview, State } from "../api/types";
import type { ExpectedMove, Move, Preview, Scene } from "../board/painter";
import type { Chooser } from "./choices";
import { eventsOf } from "./log";

/** The most lines of one request. */
const MOST_LINES = 16;

/** A moment of a table, and how its states are drawn. */
export interface Moment {
  readonly table: string;
  readonly number: number;
  readonly sceneOf: (state: State) => Scene;
}

/** An expected move that is not legal, and the rule that forbids it. */
export interface Refused extends ExpectedMove {
  readonly rule: string;
}

function previewOf({ state, events }: ApiPreview, sceneOf: Moment["sceneOf"]): Preview {
  return {
    scene: sceneOf(state),
    moves: state.moves.map(({ move }) => move as Move),
    events: eventsOf({ events }),
  };
}

/** Asks the server for the consequences of the moves of one chooser at a time. */
export class Consequences {
  #previews = $state.raw<Readonly<Record<string, Preview>>>({});
  refused = $state.raw<readonly Refused[]>([]);
  #asked = "";

  /** What would follow from a move, once it is known. */
  of(words: string): Preview | undefined {
    return this.#previews[words];
  }

  /** Ask for the consequences of a chooser; nothing is asked twice. */
  async ask(chooser: Chooser | undefined, expected: readonly ExpectedMove[], moment: Moment): Promise<void> {
    const offered = (chooser?.offers ?? []).map(({ words }) => words);
    const missing = expected.filter(({ words }) => !offered.includes(words));
    const lines = [...offered, ...missing.map(({ words }) => words)].slice(0, MOST_LINES);
    const asked = `${moment.number} ${lines.join()}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    [this.#previews, this.refused] = [{}, []];
    const found = offered.length > 0 ? await request(lines, moment) : [];
    if (this.#asked !== asked) return;
    const legal = found.flatMap((preview, n) => (preview.refusal ? [] : [[lines[n] ?? "", previewOf(preview, moment.sceneOf)] as const]));
    this.#previews = Object.fromEntries(legal);
    this.refused = missing.flatMap((each) => {
      const rule = found[lines.indexOf(each.words)]?.refusal?.rule;
      return rule ? [{ ...each, rule }] : [];
    });
  }
}

/** Where the server cannot tell the consequences now, the pictures stay without them. */
async function request(lines: readonly string[], { table, number }: Moment): Promise<readonly ApiPreview[]> {
  try {
    return await api.previews(table, number, lines.map((words) => [words]));
  } catch (problem) {
    if (problem instanceof Problem) return [];
    throw problem;
  }
}

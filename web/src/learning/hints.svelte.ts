/** Hints: the move the computer would make, asked for on demand and dropped with the next move. */

import { api, Problem } from "../api/client";
import type { Hint } from "../api/types";
import type { Move } from "../board/painter";
import { moveSentence, reasonValues } from "../messages/sentences";
import { t, translator } from "../messages/i18n.svelte";
import type { TableView } from "../play/view.svelte";

export class Hints {
  /** A hint was requested. */
  asking = $state(false);
  /** Why there is no hint. */
  problem = $state("");
  #latest = $state.raw<Hint>();

  /** The hint for the current decision. */
  readonly hint = $derived.by(() => (this.#latest?.number === this.view.store.latest?.number ? this.#latest : undefined));

  constructor(readonly view: TableView) {}

  /** Whether the table gives hints. */
  get allowed(): boolean {
    const { table } = this.view.store;
    return table?.hints === true && !table.practice;
  }

  /** Whether a hint may be requested now. */
  get available(): boolean {
    return this.allowed && this.view.isNow && this.view.state.decision !== null && !this.view.ended;
  }

  async ask(): Promise<void> {
    if (this.asking || !this.available) return;
    this.asking = true;
    this.problem = "";
    const { store, state } = this.view;
    try {
      this.#latest = await api.hint(store.id, state.number, state.decision ?? 0);
      this.#show();
    } catch (problem) {
      this.problem = problem instanceof Problem && problem.message ? problem.message : t("hint.refused");
    } finally {
      this.asking = false;
    }
  }

  close(): void {
    this.#latest = undefined;
    this.problem = "";
    this.view.advice = undefined;
  }

  /** Point out the spot of the move. */
  #show(): void {
    const move = this.hint?.move as Move | undefined;
    if (!move) return;
    const spot = this.view.painter?.spotOf(move, this.view.scene);
    this.view.advice = { number: this.view.state.number, spots: spot ? [spot] : [], verbs: [move.do] };
  }

  /** A move as a sentence. */
  sentence(move: unknown): string {
    const { game, painter, scene } = this.view;
    return moveSentence(game, painter, move as Move, scene, translator());
  }

  /** The reason for the move as a sentence. */
  reason({ reason }: Hint): string {
    const { game, painter, scene } = this.view;
    return t(`hint.reason.${reason.word}`, reasonValues(reason, game, painter, scene, translator()));
  }
}

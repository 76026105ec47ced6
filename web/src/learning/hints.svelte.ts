/** What the computer would do in the reader's place: asked for, shown on the map, and forgotten when the table moves on. */

import { api, Problem } from "../api/client";
import type { Hint } from "../api/words";
import type { GameEvent, Move, MoveValue } from "../board/painter";
import { eventSentence, moveSentence } from "../messages/narrate";
import { say, translator } from "../messages/speech.svelte";
import type { TableView } from "../play/view.svelte";

export class Hints {
  /** A hint is on its way. */
  asking = $state(false);
  /** Why there is none. */
  problem = $state("");
  #told = $state.raw<Hint>();

  /** The hint for what is to be decided now. */
  readonly told = $derived.by(() => (this.#told?.number === this.view.store.latest?.number ? this.#told : undefined));

  constructor(readonly view: TableView) {}

  /** Whether one may ask now. */
  get open(): boolean {
    const { table } = this.view.store;
    return table?.hints === true && !table.practice && this.view.isNow && this.view.state.decision !== null;
  }

  async ask(): Promise<void> {
    if (this.asking || !this.open) return;
    this.asking = true;
    this.problem = "";
    const { store, state } = this.view;
    try {
      this.#told = await api.hint(store.id, state.number, state.decision ?? 0);
      this.#show();
    } catch (problem) {
      this.problem = problem instanceof Problem && problem.message ? problem.message : say("hint.refused");
    } finally {
      this.asking = false;
    }
  }

  close(): void {
    this.#told = undefined;
    this.problem = "";
    this.view.advice = undefined;
  }

  /** Point at the place of the move. */
  #show(): void {
    const move = this.told?.move as Move | undefined;
    if (!move) return;
    const spot = this.view.painter?.spotOf(move, this.view.scene);
    this.view.advice = { number: this.view.state.number, spots: spot ? [spot] : [], verbs: [move.do] };
  }

  /** A move as a sentence. */
  sentence(move: unknown): string {
    const { game, painter, scene } = this.view;
    return moveSentence(game, painter, move as Move, scene, translator());
  }

  /** Why the computer would do it. */
  reason({ reason }: Hint): string {
    const { game, painter, scene } = this.view;
    const { event: name, ...facts } = reason.event ?? {};
    const event: GameEvent = { name: String(name), facts: facts as Record<string, MoveValue> };
    const key = `${game}.line.${reason.line ?? ""}`;
    const words = translator();
    return say(`hint.reason.${reason.word}`, {
      event: reason.event ? eventSentence(game, painter, event, scene, words) : "",
      line: words.knows(key) ? words.say(key) : (reason.line ?? ""),
      points: reason.points ?? 0,
      turns: reason.turns ?? 0,
    });
  }
}

/** A draft: moves that were chosen but not sent, shown as the state they would lead to. */

import { api, Problem } from "../api/client";
import type { Entry, LegalMove, Preview, State } from "../api/types";
import type { SpotId } from "../board/painter";
import type { TableStore } from "./table.svelte";

/** How often a move is sent again that others have overtaken and that is still legal. */
const ATTEMPTS = 3;

interface DraftedState {
  readonly number: number;
  readonly line: readonly string[];
  readonly state: State;
  readonly events: Preview["events"];
}

export class Draft {
  /** The moves of the draft are being sent. */
  sending = $state(false);
  /** The spot of the last move while it is being sent. */
  target = $state<SpotId>();
  /** The draft was dropped because something else happened at the table. */
  dropped = $state(false);
  #drafted = $state.raw<DraftedState>();
  #requests = 0;

  /** What is shown instead of the latest state; a new entry of the log ends a draft unless it comes from the draft. */
  readonly #current = $derived.by(() => {
    const drafted = this.#drafted;
    return drafted && (this.sending || drafted.number === this.store.latest?.number) ? drafted : undefined;
  });

  constructor(readonly store: TableStore) {}

  /** The state that the moves lead to, undefined without a draft. */
  get state(): State | undefined {
    return this.#current?.state;
  }

  /** The moves in words. */
  get line(): readonly string[] {
    return this.#current?.line ?? [];
  }

  /** The moves as one entry that the log would contain, for a lesson that follows what is drafted. */
  get entries(): readonly Entry[] {
    const drafted = this.#current;
    if (!drafted) return [];
    const { number, events, line, state } = drafted;
    return [{ number: number + 1, kind: "move", seat: state.decision, by: "player", at: 0, length: null, change: null, words: line.join(", "), move: null, events }];
  }

  /** Ask for the states after some lines; undefined if there is no answer or a later request was made meanwhile. */
  async preview(lines: readonly (readonly string[])[]): Promise<readonly Preview[] | undefined> {
    const request = (this.#requests += 1);
    const { latest, id } = this.store;
    try {
      const previews = await api.previews(id, latest?.number ?? 0, lines);
      return request === this.#requests ? previews : undefined;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return undefined;
    }
  }

  /** Show a preview as the draft. */
  show({ line, state, events }: Preview): void {
    const { clock = null, undo = null } = this.store.latest ?? {};
    this.dropped = false;
    this.#drafted = { number: state.number, line, state: { ...state, clock, undo }, events };
  }

  /** Forget the draft; nothing of it was sent. */
  drop(): void {
    this.#requests += 1;
    this.dropped = false;
    this.#drafted = undefined;
  }

  /**
   * Send the moves of the draft and one more, one after another. A lost connection delays them; when something else
   * has happened meanwhile, the remaining moves are sent as long as they are legal, and else the draft is dropped.
   */
  async send(last: string, target?: SpotId): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    this.target = target;
    try {
      for (const words of [...this.line, last]) {
        if (await this.#sendOne(words)) continue;
        this.dropped = true;
        break;
      }
    } finally {
      this.#drafted = undefined;
      this.target = undefined;
      this.sending = false;
    }
  }

  async #sendOne(words: string): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS && this.#isLegal(words); attempt += 1) {
      if (await this.store.move(words)) return true;
    }
    return false;
  }

  #isLegal(words: string): boolean {
    const moves: readonly LegalMove[] = this.store.latest?.moves ?? [];
    return moves.some((legal) => legal.words === words);
  }

  /** Note that a draft was ended by an entry of the log. */
  noteEntry(): void {
    if (!this.#drafted || this.sending || this.#drafted.number === this.store.latest?.number) return;
    this.drop();
    this.dropped = true;
  }
}

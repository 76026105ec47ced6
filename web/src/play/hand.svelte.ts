/** The pieces in the hand of the player: lifted in a draft, sent with the first destination, and put down one by one. */

import type { LegalMove, State } from "../api/types";
import type { HandPiece, HandVerbs, Move, SpotId } from "../board/painter";
import { translator } from "../messages/i18n.svelte";
import { eventsOf } from "./log";
import type { Choices, Offer } from "./choices";
import type { ShownTable } from "./shownTable";

export class Hand {
  /** The lifts that were not sent, in the order in which the pieces will be put down. */
  #lifts = $state.raw<readonly Offer[]>([]);
  /** The state after these lifts, in which more pieces may be lifted. */
  #lifting = $state.raw<State>();

  readonly #verbs = $derived.by((): HandVerbs | undefined => this.view.painter?.hand);
  readonly pieces = $derived.by((): readonly HandPiece[] => this.#pieces());
  /** The lifts of the draft that is shown. */
  readonly #drafted = $derived.by(() => (this.view.isDraft ? this.#lifts : []));
  /** Where the pieces lay, in the order of the pieces. */
  readonly origins = $derived.by((): readonly SpotId[] => this.#origins());
  /** How many more pieces may be lifted. */
  readonly room = $derived.by(() => this.#room());
  /** How many pieces of the hand were lifted by moves that are sent; they come first and keep their order. */
  readonly fixed = $derived.by(() => Math.max(0, this.pieces.length - this.#drafted.length));

  constructor(readonly view: ShownTable) {}

  /** Whether pieces are in the hand of this player. */
  get open(): boolean {
    return this.pieces.length > 0;
  }

  /** Whether pieces were lifted that can be put back without a trace, since nothing was sent. */
  get canPutBack(): boolean {
    return this.#drafted.length > 0 && !this.view.draft.sending;
  }

  /** Whether what is left can be put back where it lay. */
  get canFinish(): boolean {
    return this.canPutBack || this.#offerAtOrigin() !== undefined;
  }

  /** Whether an offer takes a piece into the hand. */
  lifts({ move }: Offer): boolean {
    return move.do === this.#verbs?.lift;
  }

  /** The choices while pieces are in the hand: spots alone, and those of further pieces to lift are marked. */
  marked(choices: Choices): Choices {
    if (!this.open) return choices;
    const further = this.view.offers.filter((offer) => this.lifts(offer)).map(({ spot }) => spot);
    return { ...choices, rows: [], targets: choices.targets.map((target) => (further.includes(target.spot) ? { ...target, further: true } : target)) };
  }

  /** Whether a spot takes the next piece. */
  takes(spot: SpotId): boolean {
    return this.view.offers.some((offer) => offer.spot === spot && offer.move.do === this.#verbs?.put);
  }

  /** The moves of the draft: puts, and lifts of further pieces. */
  moves(putting: State): readonly LegalMove[] {
    const more = (this.#lifting?.moves ?? []).filter(({ move }) => (move as Move).do === this.#verbs?.lift);
    return [...putting.moves, ...more];
  }

  /** Take one more piece into the hand. */
  async lift(offer: Offer): Promise<void> {
    await this.#draft([...this.#drafted, offer]);
  }

  /** Make a piece the next one to be put down. */
  async pick(n: number): Promise<void> {
    const lifts = this.#drafted;
    const picked = lifts[n - this.fixed];
    if (!picked || this.fixed > 0) return;
    await this.#draft([picked, ...lifts.filter((lift) => lift !== picked)]);
  }

  /** Whether the next piece lay at a spot and was lifted by a move that is not sent. */
  liesAt(spot: SpotId): boolean {
    return this.canPutBack && this.fixed === 0 && this.origins[0] === spot;
  }

  /** Put the next piece back where it lay; putting it there as a move would waste an action. */
  async putNextBack(): Promise<void> {
    const [, ...others] = this.#drafted;
    if (others.length > 0) await this.#draft(others);
    else this.putBack();
  }

  /** Put the pieces of the draft back; nothing has happened. */
  putBack(): void {
    if (this.canPutBack) this.view.draft.drop();
  }

  /** Put the pieces that are left back where they lay. */
  async finish(): Promise<void> {
    this.putBack();
    for (let left = this.pieces.length; left > 0; left -= 1) {
      const offer = this.#offerAtOrigin();
      if (!offer) return;
      if (this.view.isDraft) await this.view.sendDraft(offer);
      else await this.view.store.move(offer.words);
    }
  }

  /** Show where pieces may be put that were lifted before this page was opened. */
  async resume(): Promise<void> {
    if (this.open && !this.view.isDraft && this.view.offers.some(({ words }) => words === this.#verbs?.stop)) await this.#draft([]);
  }

  async #draft(lifts: readonly Offer[]): Promise<void> {
    const verbs = this.#verbs;
    if (!verbs || this.view.draft.sending) return;
    const line = lifts.map(({ words }) => words);
    const lines = [[...line, verbs.stop], ...(line.length > 0 ? [line] : [])];
    const [putting, lifting] = (await this.view.draft.preview(lines)) ?? [];
    if (!putting || lifting?.refusal) return;
    this.#lifts = lifts;
    this.#lifting = lifting?.state ?? this.view.store.latest;
    this.view.draft.show(putting);
  }

  #offerAtOrigin(): Offer | undefined {
    const [origin] = this.origins;
    return this.view.offers.find(({ move, spot }) => move.do === this.#verbs?.put && spot === origin);
  }

  #pieces(): readonly HandPiece[] {
    if (!this.#verbs || !this.view.isNow || this.view.state.decision === null) return [];
    return this.#verbs.pieces(this.view.scene, translator());
  }

  #origins(): readonly SpotId[] {
    if (!this.#verbs || !this.open) return [];
    const drafted = this.#drafted.flatMap(({ spot }) => spot ?? []);
    if (drafted.length === this.pieces.length) return drafted;
    return [...this.#verbs.origins(this.view.line.flatMap(eventsOf)), ...drafted];
  }

  #room(): number {
    if (!this.#verbs || !this.open) return 0;
    const lifting = this.view.isDraft ? this.#lifting : undefined;
    return lifting ? this.#verbs.room({ ...this.view.scene, position: lifting.position }) : 0;
  }
}

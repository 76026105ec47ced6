/** What is open at a place: its moves, the one pointed at, what follows from it, and what of it is shown on the map. */

import type { Opened, ChoicePreview } from "../board/choicePreview";
import type { ExpectedMove, Preview, SpotId } from "../board/painter";
import { translator } from "../messages/i18n.svelte";
import { defaultOffer, type Chooser, type Offer } from "./choices";
import { Consequences } from "./consequences.svelte";
import type { TableView } from "./view.svelte";

export class ChooserState {
  /** The move under the pointer or with the focus. */
  pointed = $state.raw<Offer>();
  /** The state whose cards were put aside, to see the map. */
  #asideAt = $state(-1);
  readonly consequences = new Consequences();

  readonly chooser = $derived.by((): Chooser | undefined => this.view.choices.chooser);
  readonly aside = $derived.by(() => this.chooser?.kind === "cards" && this.#asideAt === this.view.state.number);
  /** The move that the same click again takes. */
  readonly first = $derived.by(() => this.chooser && defaultOffer(this.chooser));
  readonly shown = $derived.by(() => (this.pointed && this.chooser?.offers.includes(this.pointed) ? this.pointed : this.first));
  readonly heading = $derived.by(() => this.#heading());
  readonly opened = $derived.by((): Opened | undefined => this.#opened());
  readonly preview = $derived.by((): ChoicePreview => this.#preview());

  constructor(readonly view: TableView) {
    $effect(() => {
      const { store, scene, state } = view;
      if (view.planning.active) return;
      const expected: readonly ExpectedMove[] = (this.chooser?.kind === "cards" && view.painter?.choosing?.expected?.(scene)) || [];
      void this.consequences.ask(this.chooser, expected, { table: store.id, number: state.number, sceneOf: (later) => view.sceneOf(later) });
    });
  }

  /** What would follow from a move, once it is known. */
  after(offer: Offer | undefined): Preview | undefined {
    return offer && this.consequences.of(offer.words);
  }

  /** Put the focus back on the place of the chooser, and close it or put its cards aside. */
  close(): void {
    if (this.chooser?.kind === "cards") this.#asideAt = this.view.state.number;
    else if (this.view.picked.spot) this.view.back();
  }

  /** Show the cards again. */
  reopen(): void {
    this.#asideAt = -1;
  }

  #heading(): string {
    const moves = (this.chooser?.offers ?? []).map(({ move }) => move);
    return this.view.painter?.choosing?.heading(moves, this.view.scene, translator()) ?? "";
  }

  #opened(): Opened | undefined {
    const { chooser } = this;
    if (!chooser?.onMap) return undefined;
    const cards = chooser.kind === "cards";
    return { place: cards && !this.aside ? brightSpots(chooser) : chooser.place, label: this.heading, wide: cards && !this.aside, focused: this.view.picked.input === "keyboard" };
  }

  #preview(): ChoicePreview {
    const { chooser, shown, view } = this;
    if (!chooser) return { ghost: this.#ghost(view.sent, view.sent?.spot) };
    if (chooser.kind === "cards") return this.aside ? {} : { bright: brightSpots(chooser) };
    const after = this.after(shown);
    return {
      ghost: this.#ghost(shown, chooser.place[0]),
      dots: (after && view.painter?.choosing?.dots?.(after, view.scene)) ?? [],
    };
  }

  /** The piece of a move on its spot: before it is chosen, and until the server has answered. */
  #ghost(offer: Offer | undefined, spot: SpotId | undefined): ChoicePreview["ghost"] {
    return offer && spot !== undefined ? { spot, move: offer.move, seat: this.view.seat } : undefined;
  }
}

function brightSpots({ place, offers }: Chooser): SpotId[] {
  return [...new Set([...place, ...offers.flatMap(({ spot, onMap }) => (spot && onMap ? [spot] : []))])];
}

/** The explanation of a decision out of turn, and the piece that the next click places. */

import type { Banner, BannerToken, Mark, Move, SpotId } from "../board/painter";
import { translator } from "../messages/i18n.svelte";
import { eventsOf } from "./log";
import type { ShownTable } from "./shownTable";

export class Answer {
  #picked = $state.raw<{ number: number; id: string }>({ number: -1, id: "" });

  readonly banner = $derived.by((): Banner | undefined => this.#banner());
  /** The pieces that can be placed now. */
  readonly tokens = $derived.by((): readonly BannerToken[] => this.#tokens());
  /** The piece that a click places. */
  readonly token = $derived.by(() => this.tokens.find(({ id }) => id === this.#pickedId()) ?? this.tokens[0]);

  constructor(readonly view: ShownTable) {}

  /** Let the next click place another piece. */
  pick(token: BannerToken): void {
    this.#picked = { number: this.view.state.number, id: token.id };
  }

  /** Whether a move is offered while this piece is picked. */
  allows(move: Move): boolean {
    return !this.tokens.some((token) => token.takes(move)) || this.token?.takes(move) === true;
  }

  /** The order in which spaces are open, and the way of the displaced piece to the spot that is pointed at. */
  marks(pointed: SpotId | undefined): Mark[] {
    const { banner, token } = this;
    if (!banner?.ranks) return [];
    const open = this.view.offers.map(({ spot }) => spot);
    const marks = [...banner.ranks].filter(([spot, rank]) => rank > 1 || open.includes(spot)).map(([spot, rank]): Mark => ({ sort: "rank", spot, rank }));
    const isFirst = token !== undefined && token === banner.tokens?.[0];
    if (!banner.from || !isFirst || !pointed || !open.includes(pointed)) return marks;
    return [...marks, { sort: "arrow", spot: pointed, from: banner.from, owner: token.owner }];
  }

  #pickedId(): string {
    return this.#picked.number === this.view.state.number ? this.#picked.id : "";
  }

  #banner(): Banner | undefined {
    const { view } = this;
    if (!view.isNow || view.state.decision === null) return undefined;
    return view.painter?.banner?.(view.scene, view.line.flatMap(eventsOf), translator());
  }

  #tokens(): readonly BannerToken[] {
    const { moves } = this.view.state;
    return (this.banner?.tokens ?? []).filter((token) => moves.some(({ move }) => token.takes(move as Move)));
  }
}

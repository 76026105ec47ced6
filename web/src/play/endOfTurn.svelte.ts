/** The end of a turn: it asks while actions are unused, and can be taken back for some seconds before it is sent. */

import { settings } from "../theme/settings.svelte";
import type { Offer } from "./choices";
import type { TableView } from "./view.svelte";

const WAIT_SECONDS = 4;
const SECOND = 1000;
const SHORT_OF_TIME = 60 * SECOND;

export class EndOfTurn {
  /** The seconds until the end of the turn is sent. */
  seconds = $state(0);
  #askedAt = $state(-1);
  #waiting = $state.raw<Offer>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** The move that ends the turn, if it is legal. */
  readonly offer = $derived.by(() => this.#waiting ?? this.view.choices.closing.find(({ move }) => move.do === this.view.painter?.closing.at(-1)));
  /** Whether the player is asked if the turn shall end. */
  readonly asks = $derived.by(() => this.#askedAt === this.view.state.number && this.offer !== undefined && !this.view.ended);

  constructor(
    readonly view: TableView,
    /** Whether ending the turn now would leave something unused. */
    readonly isEarly: () => boolean,
  ) {}

  /** End the turn: ask first, then wait, then send; each further press goes one step on. */
  press(): void {
    if (this.view.ended) return this.send();
    if (settings.confirm && this.isEarly() && !this.asks) this.#askedAt = this.view.state.number;
    else this.#end();
  }

  keepPlaying(): void {
    this.#askedAt = -1;
  }

  takeBack(): void {
    this.#stop();
  }

  /** Send the end of the turn now. */
  send(): void {
    const offer = this.#stop();
    if (offer && this.#isLegal(offer)) this.view.play(offer);
  }

  /** Send it although the page is being closed. */
  sendAndLeave(): void {
    const offer = this.#stop();
    if (offer && this.#isLegal(offer)) this.view.store.moveAndLeave(offer.words);
  }

  #end(): void {
    const { offer } = this;
    this.#askedAt = -1;
    if (!offer) return;
    if (!this.#canWait()) return this.view.play(offer);
    this.#waiting = offer;
    this.seconds = WAIT_SECONDS;
    this.view.ended = true;
    this.#timer = setInterval(() => this.#tick(), SECOND);
  }

  #tick(): void {
    this.seconds -= 1;
    if (this.seconds <= 0) this.send();
  }

  #stop(): Offer | undefined {
    const offer = this.#waiting;
    clearInterval(this.#timer);
    this.#waiting = undefined;
    this.view.ended = false;
    return offer;
  }

  /** Whether the move is still legal: the clock may have decided meanwhile. */
  #isLegal({ words }: Offer): boolean {
    return this.view.store.latest?.moves.some((legal) => legal.words === words) === true;
  }

  /** Whether there is time to wait; lessons and puzzles need no way back. */
  #canWait(): boolean {
    const { store, state } = this.view;
    if (!settings.takeBack || store.table?.practice) return false;
    const left = state.clock?.left[state.decision ?? -1] ?? Infinity;
    return left - (performance.now() - store.latestAt) > SHORT_OF_TIME;
  }
}

/** What one looks at: a table now or at an earlier moment, and what was picked of the move to make. */

import { api } from "../api/client";
import type { Entry, State } from "../api/words";
import type { Move, Painter, Scene, SpotId, Trace } from "../board/painter";
import { remembering } from "../board/remembering";
import { translator } from "../messages/speech.svelte";
import { choicesOf, offersAt, offersOf, plainOffers, verbsOf, type Choices, type Offer, type Picked } from "./choosing";
import { sceneSeats } from "./seats";
import { linesOf, loggedEntries, standingEntries, tracesOf, type Line } from "./story";
import type { TableStore } from "./table.svelte";

const LINES_SHOWN = 80;
const NOTHING: Choices = { rows: [], buttons: [], closing: [], targets: [] };

/** Where to look and what to press at a moment of the game, as a lesson or a hint says. */
export interface Advice {
  readonly number: number;
  readonly spots: readonly SpotId[];
  readonly verbs: readonly string[];
}

export class TableView {
  /** An earlier moment that is looked at. */
  past = $state.raw<State>();
  /** With whose eyes earlier moments are looked at. */
  eyes = $state<number>();
  /** A place that a line of the log points at. */
  pointed = $state<SpotId>();
  /** A place that was clicked although it is not offered. */
  inspected = $state<SpotId>();
  advice = $state.raw<Advice>();
  #picked = $state.raw<Picked & { number: number }>({ number: -1 });

  readonly state = $derived.by(() => this.past ?? (this.store.following.shown as State));
  readonly isNow = $derived.by(() => !this.past && this.state.number === this.store.latest?.number);
  readonly line = $derived.by(() => standingEntries(this.store.entries));
  readonly logged = $derived.by(() => loggedEntries(this.store.entries));
  readonly scene = $derived.by((): Scene => this.#sceneOf(this.state));
  readonly seat = $derived.by(() => this.state.decision ?? this.store.held[0] ?? this.state.to_move ?? 0);
  readonly offers = $derived.by((): readonly Offer[] => this.#offers());
  readonly verbs = $derived.by(() => verbsOf(this.offers));
  readonly picked = $derived.by((): Picked => (this.#picked.number === this.state.number ? this.#picked : {}));
  readonly choices = $derived.by(() => (this.painter ? choicesOf(this.offers, this.painter, this.picked, this.scene, translator()) : NOTHING));
  readonly #tell = $derived.by(() => this.#teller());
  readonly lines = $derived.by((): readonly Line[] => this.#lines());
  readonly #advised = $derived.by(() => (this.advice?.number === this.state.number ? this.advice : undefined));
  readonly traces = $derived.by((): readonly Trace[] => this.#traces());

  constructor(
    readonly store: TableStore,
    readonly painter: Painter | undefined,
    readonly board: unknown,
    readonly game: string,
  ) {}

  #sceneOf(state: State): Scene {
    const seats = sceneSeats(this.store.seats, this.store.presence, this.painter, translator());
    const { position, standing, scores } = state;
    return { board: this.board, position, standing, scores, seats };
  }

  #offers(): readonly Offer[] {
    if (!this.isNow || this.state.decision === null || this.store.sending) return [];
    if (!this.painter) return plainOffers(this.state.moves);
    const { spots } = this.painter.chart(this.scene, 1);
    return offersOf(this.state.moves, this.painter, this.scene, spots, translator());
  }

  #lines(): readonly Line[] {
    const shown = this.logged.filter(({ number }) => number <= this.state.number).slice(-LINES_SHOWN);
    return shown.flatMap(this.#tell);
  }

  /** Says entries once as long as language and names stay. */
  #teller(): (entry: Entry) => readonly Line[] {
    const words = translator();
    const seats = sceneSeats(this.store.seats, { seats: [], watchers: 0 }, this.painter, words);
    const scene = { board: this.board, position: {}, seats };
    return remembering((entry: Entry) => linesOf(entry, this.game, this.painter, scene, words));
  }

  #traces(): readonly Trace[] {
    if (!this.painter) return [];
    if (this.pointed) return [{ spot: this.pointed }];
    if (this.#advised?.spots.length) return this.#advised.spots.map((spot) => ({ spot, advised: true }));
    const made = this.line.findLastIndex(({ number, kind }) => number <= this.state.number && kind === "move");
    return tracesOf(this.line.slice(0, made + 1), this.painter);
  }

  /** Whether a sort of move is advised. */
  advises(verb: string): true | undefined {
    return this.#advised?.verbs.includes(verb) ? true : undefined;
  }

  /** Make a move that is offered. */
  play(offer: Offer): void {
    this.inspected = undefined;
    void this.store.move(offer.words);
  }

  pickVerb(verb: string): void {
    const again = this.picked.verb === verb;
    const all = this.offers.filter(({ move }) => move.do === verb);
    const only = all.length === 1 && all[0]?.spot === undefined ? all[0] : undefined;
    if (only) this.play(only);
    else this.#pick(again ? {} : { verb });
  }

  /** Choose a spot: what is left there is asked for, and a finger is asked again, since it hides what it touches. */
  pickSpot(spot: SpotId, touched = false): void {
    this.inspected = undefined;
    const here = offersAt(this.offers, spot, this.picked.verb);
    const sure = !touched || this.picked.spot === spot;
    if (here.length === 1 && here[0] && sure) this.play(here[0]);
    else if (here.length > 0) this.#pick({ ...this.picked, spot });
  }

  /** Take back what was picked last. */
  back(): void {
    if (this.picked.spot) this.#pick({ verb: this.picked.verb });
    else this.#pick({});
    this.inspected = undefined;
    this.store.refusal = undefined;
  }

  #pick(picked: Picked): void {
    this.#picked = { ...picked, number: this.state.number };
  }

  /** Ask the server why something cannot be done at a spot. */
  inspect(spot: SpotId): void {
    this.inspected = spot;
    this.#try(this.offers.length > 0 ? this.painter?.meant(spot, this.verbs, this.scene) : undefined);
  }

  /** Ask the server why a sort of move is not offered. */
  inspectVerb(verb: string): void {
    this.inspected = undefined;
    this.#try(this.painter?.turn.sample(verb, this.scene));
  }

  #try(move: Move | undefined): void {
    this.store.refusal = undefined;
    if (move) void this.store.try(move);
  }

  /** Look at an earlier moment. */
  async lookAt(number: number): Promise<void> {
    this.past = await api.at(this.store.id, number, this.eyes);
  }

  /** Come back to what is. */
  async lookNow(): Promise<void> {
    this.past = undefined;
  }
}

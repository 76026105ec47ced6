/** The view of a table: the current, a drafted or an earlier state, and the parts of a move picked so far. */

import { api } from "../api/client";
import type { Entry, Presence, State } from "../api/types";
import type { Arrow, Input, Move, Painter, Scene, Seat, SpotId, Trace } from "../board/painter";
import { memoize } from "../board/memoize";
import { translator } from "../messages/i18n.svelte";
import { Answer } from "./answer.svelte";
import { Draft } from "./draft.svelte";
import { Hand } from "./hand.svelte";
import { Planning } from "./planning.svelte";
import { choicesOf, NOTHING, offersAt, offersOf, plainOffers, playsAt, verbsOf, type Offer, type Picked } from "./choices";
import { sceneSeats, seatsOfReader, withPlans } from "./seats";
import { linesOf, logEntries, currentEntries, tracesOf, type LogLine } from "./log";
import type { ShownTable } from "./shownTable";
import type { TableStore } from "./table.svelte";

const LINES_SHOWN = 80;

/** Spots and verbs to point out at one state of the game, for a lesson or a hint. */
export interface Advice {
  readonly number: number;
  readonly spots: readonly SpotId[];
  readonly verbs: readonly string[];
}

export class TableView implements ShownTable {
  /** The earlier state that is shown, if any. */
  past = $state.raw<State>();
  /** The seat from whose viewpoint earlier states are shown. */
  viewpoint = $state<number>();
  /** The spot of the log line under the pointer. */
  pointed = $state<SpotId>();
  /** The end of the turn was chosen and is not sent yet, so that nothing else can be chosen. */
  ended = $state(false);
  advice = $state.raw<Advice>();
  /** The seat whose details are open. */
  detailed = $state<number>();
  /** The seat whose pieces are brought out on the map. */
  highlighted = $state<number>();
  /** The arrows of a study: a move that was played, and better steps. */
  arrows = $state.raw<readonly Arrow[]>([]);
  /** The seat of the reader where one person plays for all seats, as in a puzzle. */
  reader = $state<number>();
  /** The seat whose decision is studied. */
  studied = $state<number>();
  #inspected = $state.raw<{ spot?: SpotId; number: number }>({ number: -1 });
  #asked = 0;
  #loading: number | undefined;
  #picked = $state.raw<Picked & { number: number }>({ number: -1 });
  #sent = $state.raw<Offer>();

  /** Moves that were chosen and not sent. */
  readonly draft: Draft;
  readonly hand: Hand;
  readonly answer: Answer;
  /** Moves that are tried while others decide. */
  readonly planning: Planning;

  /** Whether the state is one to which moves would lead that were not sent. */
  readonly isDraft = $derived.by(() => !this.past && this.#isLatest && this.draft.state !== undefined);
  readonly state = $derived.by(() => this.#shownState());
  readonly #isLatest = $derived.by(() => this.draft.sending || this.store.playback.shown?.number === this.store.latest?.number);
  readonly isNow = $derived.by(() => !this.past && (this.planning.active || this.isDraft || this.state.number === this.store.latest?.number));
  readonly line = $derived.by(() => currentEntries(this.store.entries));
  readonly logged = $derived.by(() => logEntries(this.store.entries));
  readonly scene = $derived.by((): Scene => this.sceneOf(this.state));
  readonly seat = $derived.by(() => this.state.decision ?? this.studied ?? this.store.held[0] ?? this.state.to_move ?? 0);
  readonly offers = $derived.by((): readonly Offer[] => this.#offers());
  readonly verbs = $derived.by(() => verbsOf(this.offers));
  readonly picked = $derived.by((): Picked => (this.#picked.number === this.state.number ? this.#picked : {}));
  /** The spot that was clicked although it is no target; it is forgotten with the next decision. */
  readonly inspected = $derived.by(() => (this.#inspected.number === this.state.number ? this.#inspected.spot : undefined));
  readonly choices = $derived.by(() => (this.painter ? this.hand.marked(choicesOf(this.offers, this.painter, this.picked, this.scene, translator())) : NOTHING));
  /** The move that was sent and is not answered yet. */
  readonly sent = $derived.by(() => (this.store.sending ? this.#sent : undefined));
  readonly #linesOfEntry = $derived.by(() => this.#memoizedLines());
  readonly lines = $derived.by((): readonly LogLine[] => this.#lines());
  readonly #advised = $derived.by(() => (this.advice?.number === this.state.number ? this.advice : undefined));
  /** The lines of the score sheet that can count in this game. */
  readonly scoreLines = $derived.by(() => this.painter?.scoreLines?.(this.scene) ?? Object.keys(this.scene.scores?.[0]?.lines ?? {}));
  readonly traces = $derived.by((): readonly Trace[] => this.#traces());

  constructor(
    readonly store: TableStore,
    readonly painter: Painter | undefined,
    readonly board: unknown,
    readonly game: string,
    /** The tables of the rules that are drawn, from the game's description. */
    readonly components: unknown,
  ) {
    this.draft = new Draft(store);
    this.hand = new Hand(this);
    this.answer = new Answer(this);
    this.planning = new Planning(this);
  }

  #shownState(): State {
    const shown = this.store.playback.shown as State;
    return this.past ?? this.planning.state ?? (this.isDraft ? (this.draft.state ?? shown) : shown);
  }

  /** The scene of a state of this table. */
  sceneOf(state: State): Scene {
    const seats = this.#seats(this.store.presence);
    const { position, derived_state: derived, scores } = state;
    const scene = { board: this.board, position, derived, components: this.components, scores, seats };
    // Plans are those of the present: playback and drafts show them too, earlier states do not.
    return this.past ? scene : withPlans(scene, this.store.latest?.plans ?? [], this.game, this.painter, translator());
  }

  #seats(presence: Presence): Seat[] {
    const seats = sceneSeats(this.store.seats, presence, this.painter, translator(), this.store.ratings);
    return this.reader === undefined ? seats : seatsOfReader(seats, this.reader, translator());
  }

  #offers(): readonly Offer[] {
    if (!this.isNow || this.state.decision === null || this.store.sending || this.draft.sending || this.ended) return [];
    if (!this.painter) return plainOffers(this.state.moves);
    const { spots } = this.painter.spotMap(this.scene, 1);
    const moves = this.planning.active ? this.planning.movesOf(this.state) : this.isDraft ? this.hand.moves(this.state) : this.state.moves;
    return offersOf(moves.filter(({ move }) => this.answer.allows(move as Move)), this.painter, this.scene, spots, translator());
  }

  #lines(): readonly LogLine[] {
    const shown = this.logged.filter(({ number }) => number <= this.state.number).slice(-LINES_SHOWN);
    return shown.flatMap(this.#linesOfEntry);
  }

  /** The log lines of an entry, computed once per language and set of names. */
  #memoizedLines(): (entry: Entry) => readonly LogLine[] {
    const i18n = translator();
    const seats = this.#seats({ seats: [], watchers: 0 });
    const scene = { board: this.board, position: {}, components: this.components, seats };
    return memoize((entry: Entry) => linesOf(entry, this.game, this.painter, scene, i18n));
  }

  #traces(): readonly Trace[] {
    if (!this.painter) return [];
    if (this.pointed) return [{ spot: this.pointed }];
    if (this.#advised?.spots.length) return this.#advised.spots.map((spot) => ({ spot, advised: true }));
    const made = this.line.findLastIndex(({ number, kind }) => number <= this.state.number && kind === "move");
    return tracesOf(this.line.slice(0, made + 1), this.painter);
  }

  /** Whether a verb is pointed out. */
  advises(verb: string): true | undefined {
    return this.#advised?.verbs.includes(verb) ? true : undefined;
  }

  /** Play a legal move: a lift is drafted, and any other move is sent after what is drafted. */
  play(offer: Offer): void {
    this.#forget();
    this.#pick({});
    if (this.planning.active) return void this.planning.add(offer);
    this.#sent = offer;
    if (this.hand.lifts(offer)) void this.hand.lift(offer);
    else if (this.isDraft) void this.sendDraft(offer);
    else void this.store.move(offer.words);
  }

  /** Send the moves of the draft and one more. */
  sendDraft({ words, spot }: Offer): Promise<void> {
    return this.draft.send(words, spot);
  }

  pickVerb(verb: string): void {
    const again = this.picked.verb === verb;
    const all = this.offers.filter(({ move }) => move.do === verb);
    const immediate = this.painter?.choosing?.immediate.includes(verb) === true;
    const only = all.length === 1 && (immediate || all[0]?.spot === undefined) ? all[0] : undefined;
    this.#forget();
    if (only) this.play(only);
    else this.#pick(again ? {} : { verb });
  }

  /** Pick a spot: its moves open beside it, or its only move is played. The same spot again takes the default. */
  pickSpot(spot: SpotId, input: Input = "mouse"): void {
    this.#forget();
    if (this.hand.liesAt(spot)) return void this.hand.putNextBack();
    const here = offersAt(this.offers, spot, this.picked.verb);
    const [first] = here;
    const again = this.picked.spot === spot;
    if (first && (this.#playsAtOnce(here) || playsAt(here, again, input === "touch", this.painter?.choosing))) this.play(first);
    else if (first && !again) this.#pick({ ...this.picked, spot, input });
  }

  /** Whether a click or tap needs no chooser: a piece is in the hand or lifted, or the piece to place was picked. */
  #playsAtOnce([first, ...more]: readonly Offer[]): boolean {
    if (!first || more.length > 0) return false;
    return this.hand.open || this.hand.lifts(first) || this.answer.token?.takes(first.move) === true;
  }

  /** Drop the part that was picked last. */
  back(): void {
    if (this.hand.canPutBack) this.hand.putBack();
    else if (this.picked.spot) this.#pick({ verb: this.picked.verb });
    else this.#pick({});
    this.#forget();
  }

  /** Forget what was inspected and why it was refused. */
  #forget(): void {
    this.#inspected = { number: -1 };
    this.store.refusal = undefined;
  }

  #pick(picked: Picked): void {
    this.#picked = { ...picked, number: this.state.number };
  }

  /** Ask the server why nothing can be done at a spot. */
  inspect(spot: SpotId): void {
    this.#inspected = { spot, number: this.state.number };
    this.#try(this.offers.length > 0 ? this.painter?.inferredMove(spot, this.verbs, this.scene) : undefined);
  }

  /** Ask the server why there is no move with a verb. */
  inspectVerb(verb: string): void {
    this.#forget();
    this.#try(this.painter?.turn.sample(verb, this.scene));
  }

  #try(move: Move | undefined): void {
    this.store.refusal = undefined;
    if (move && this.isNow && this.state.decision !== null && !this.planning.active) void this.store.askWhyNot([...this.draft.line, move]);
  }

  /** Show the state after an entry; of several requests under way only the last one counts. */
  async showEntry(number: number): Promise<void> {
    const asked = (this.#asked += 1);
    this.#loading = number;
    try {
      const state = await api.at(this.store.id, number, this.viewpoint);
      if (asked === this.#asked) this.past = state;
    } finally {
      if (asked === this.#asked) this.#loading = undefined;
    }
  }

  /** The number of the past entry that is loading, otherwise of the one that is shown. */
  get pastEntry(): number | undefined {
    return this.#loading ?? this.past?.number;
  }

  /** Show the current state. */
  showCurrent(): void {
    this.#asked += 1;
    this.#loading = undefined;
    this.past = undefined;
  }
}

/** Planning ahead: moves tried on a private copy of the board as if it were the reader's turn, and kept for that turn. */

import { api, Problem } from "../api/client";
import type { LegalMove, Preview, State, TurnPlan } from "../api/types";
import type { Mark, Move } from "../board/painter";
import type { ShownTable } from "./shownTable";

/** The most moves of a plan. */
const MOST_MOVES = 16;

export class Planning {
  /** Whether moves are being tried. */
  active = $state(false);
  /** The plan that is kept on the server. */
  plan = $state.raw<TurnPlan>();
  /** The plan was dropped because it is no longer legal. */
  dropped = $state(false);
  /** The moves of the plan are being played. */
  playing = $state(false);
  #line = $state.raw<readonly string[]>([]);
  #tried = $state.raw<readonly Move[]>([]);
  #preview = $state.raw<Preview>();
  #requests = 0;

  /** The state to which the moves lead, while they are tried. */
  readonly state = $derived.by((): State | undefined => (this.active ? this.#preview?.state : undefined));
  /** The moves that are tried. */
  readonly line = $derived.by(() => (this.active ? this.#line : []));
  /** The moves that are kept and can still be made. */
  readonly kept = $derived.by((): readonly LegalMove[] => (this.plan && !this.plan.refusal ? this.plan.moves : []));
  /** Whether chance or another player decides after the moves. */
  readonly isOver = $derived.by(() => this.state !== undefined && (this.#preview?.chance === true || this.state.decision === null || this.#line.length >= MOST_MOVES));

  constructor(readonly view: ShownTable) {}

  /** Whether the reader has one seat, waits for others, and can plan. */
  get available(): boolean {
    const { store, painter } = this.view;
    const { latest } = store;
    return painter !== undefined && store.held.length === 1 && latest?.over === false && latest.decision === null && store.seats.length > 1 && store.table?.practice === false;
  }

  /** The moves of a planned state that can be tried: all but the end of the turn. */
  movesOf(state: State): readonly LegalMove[] {
    const end = this.view.painter?.closing.at(-1);
    return this.isOver ? [] : state.moves.filter(({ move }) => (move as Move).do !== end);
  }

  /** The tried moves as the painter names them. */
  get moves(): readonly Move[] {
    return this.active ? this.#tried : [];
  }

  /** Try moves, beginning with those that are kept. */
  async begin(): Promise<void> {
    this.dropped = false;
    const kept = this.kept.map(({ words }) => words);
    this.#tried = this.kept.map(({ move }) => move as Move);
    if (await this.#show(kept)) this.active = true;
  }

  async add({ words, move }: { readonly words: string; readonly move: Move }): Promise<void> {
    if (await this.#show([...this.#line, words])) this.#tried = [...this.#tried, move];
  }

  /** Take back a move and all after it. */
  async cutTo(length: number): Promise<void> {
    this.#tried = this.#tried.slice(0, length);
    await this.#show(this.#line.slice(0, length));
  }

  leave(): void {
    this.#requests += 1;
    this.active = false;
  }

  /** Show the state after a line; where it is no longer legal, that after the part that is. */
  async #show(line: readonly string[]): Promise<boolean> {
    const request = (this.#requests += 1);
    const { id, latest } = this.view.store;
    const [preview] = await api.previews(id, latest?.number ?? 0, [line], true).catch(() => []);
    if (!preview || request !== this.#requests) return false;
    this.#line = preview.line;
    this.#tried = this.#tried.slice(0, preview.line.length);
    this.#preview = preview;
    return true;
  }

  /** Keep the tried moves for the turn, and leave. */
  async keep(): Promise<void> {
    const [line, version] = [this.#line, this.plan?.version ?? 0];
    await this.#write(() => (line.length > 0 ? api.setPlan(this.view.store.id, version, line) : api.dropPlan(this.view.store.id, version)));
    this.leave();
  }

  /** Forget the plan. */
  async drop(): Promise<void> {
    const { plan } = this;
    if (plan) await this.#write(() => api.dropPlan(this.view.store.id, plan.version));
  }

  async #write(act: () => Promise<TurnPlan>): Promise<void> {
    try {
      this.plan = await act();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      await this.load();
    }
  }

  /** Read the plan; one that is no longer legal is dropped with a note. */
  async load(): Promise<void> {
    try {
      this.plan = await api.plan(this.view.store.id);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return;
    }
    if (!this.plan.refusal) return;
    await this.drop();
    this.dropped = true;
  }

  /** Follow a new entry: the plan is checked again, and trying ends when the turn of the reader has come. */
  async refresh(): Promise<void> {
    const { latest, held, table } = this.view.store;
    if (held.length !== 1 || !latest || latest.over || table?.practice !== false || this.playing) return;
    if (this.active && latest.decision === null) await this.#show(this.#line);
    else if (this.active) await (this.#line.length > 0 ? this.keep() : Promise.resolve(this.leave()));
    else if (!this.plan || this.plan.moves.length > 0) await this.load();
  }

  /** Play the kept moves one after another, each checked by the server; what is no longer legal ends the plan. */
  async play(): Promise<void> {
    if (this.playing) return;
    this.playing = true;
    try {
      for (const { words } of this.kept) {
        const isLegal = this.view.store.latest?.moves.some((legal) => legal.words === words) === true;
        if (isLegal && (await this.view.store.move(words))) continue;
        this.dropped = true;
        break;
      }
      await this.drop();
    } finally {
      this.playing = false;
    }
  }

  /** The numbers of the kept or tried moves at their spots. */
  get marks(): readonly Mark[] {
    const { painter, scene, store } = this.view;
    const moves = this.active ? this.#tried : store.latest?.decision === null ? [] : this.kept.map(({ move }) => move as Move);
    const spots = moves.map((move) => painter?.spotOf(move, scene));
    return spots.flatMap((spot, n): Mark[] => (spot !== undefined && spots.indexOf(spot) === n ? [{ sort: "rank", spot, rank: n + 1 }] : []));
  }
}

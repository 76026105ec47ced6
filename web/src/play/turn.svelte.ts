/** The turn of the reader: its actions, what undo would take back, and its end. */

import { tick } from "svelte";
import type { Undo } from "../api/types";
import type { Move } from "../board/painter";
import { offersAt } from "./choices";
import { EndOfTurn } from "./endOfTurn.svelte";
import { turnActions, type TurnAction } from "./turnActions";
import type { TableView } from "./view.svelte";

/** Why nothing further can be taken back. */
export type UndoLimit = Undo["limit"];

export class TurnControl {
  readonly end: EndOfTurn;
  #notice = $state.raw<{ limit: UndoLimit; number: number }>();

  readonly decides = $derived.by(() => this.view.isNow && this.view.state.decision !== null);
  readonly #all = $derived.by((): readonly TurnAction[] => this.#actions());
  /** Whether this is the turn of a seat of this browser, whoever decides now. */
  readonly isOwn = $derived.by(() => this.#isOwn());
  /** The actions of the own turn so far. */
  readonly actions = $derived.by(() => (this.isOwn ? this.#all : []));
  /** Whether the last action has steps that are still to be decided. */
  readonly isChoosing = $derived.by(() => this.decides && !this.view.isDraft && this.actions.length > 0 && !this.#canEnd());
  /** The verb that was picked, by itself or with a spot, or that began the moves in the hand. */
  readonly pickedVerb = $derived.by(() => this.#pickedVerb());
  /** The vote of another player for taking moves back, and the length to which it goes. */
  readonly request = $derived.by(() => this.#request());
  /** Whether an undo of this player waits until the others agree. */
  readonly isAsking = $derived.by(() => this.view.store.held.some((seat) => this.view.store.latest?.undo?.votes[seat] !== undefined));
  /** Why the thing that was pressed cannot be taken back; forgotten with the next decision. */
  readonly notice = $derived.by(() => (this.#notice?.number === this.view.state.number ? this.#notice.limit : undefined));

  constructor(readonly view: TableView) {
    this.end = new EndOfTurn(view, () => this.#isEarly());
  }

  #actions(): readonly TurnAction[] {
    const { painter, line, store } = this.view;
    const shown = store.playback.shown;
    if (!painter || !shown) return [];
    const entries = line.filter(({ number }) => number <= shown.number);
    return turnActions(entries, shown.length, painter);
  }

  /** Whether the rules let the turn end now, also while a move is on its way. */
  #canEnd(): boolean {
    const { painter, state } = this.view;
    return state.moves.some(({ move }) => move.do === painter?.closing.at(-1));
  }

  #pickedVerb(): string | undefined {
    const { picked, offers, isDraft, draft } = this.view;
    if (isDraft) return draft.line[0]?.split(" ")[0];
    return picked.verb ?? (picked.spot ? offersAt(offers, picked.spot, undefined)[0]?.move.do : undefined);
  }

  #isOwn(): boolean {
    const owner = this.#all[0]?.seat;
    if (owner !== undefined) return this.view.store.held.includes(owner) && (!this.decides || this.view.state.decision === owner);
    return this.decides;
  }

  /** Whether nothing is left to do but to end the turn; free moves such as markers do not count. */
  readonly isDone = $derived.by(() => this.view.painter?.turn.actionsLeft?.(this.view.scene) === 0 || !this.#canAct());

  #canAct(): boolean {
    const { painter, state } = this.view;
    return state.moves.some(({ move }) => painter?.turn.begins(move as unknown as Move, []) === true);
  }

  /** Where actions are not counted, a turn in which something was done may end without a question. */
  #isEarly(): boolean {
    const counted = this.view.painter?.turn.actionsLeft?.(this.view.scene) !== undefined;
    return !this.isDone && (counted || this.actions.length === 0);
  }

  #request(): { seat: number; length: number } | undefined {
    const { store } = this.view;
    const vote = Object.entries(store.latest?.undo?.votes ?? {}).find(([seat]) => !store.held.includes(Number(seat)));
    return vote && { seat: Number(vote[0]), length: vote[1] };
  }

  /** Why it is impossible to go back to a length, if it is. */
  limitOf(length: number): UndoLimit | undefined {
    const { undo, length: present = 0 } = this.view.store.latest ?? {};
    if (!undo) return "others";
    return undo.floor <= length && length < present ? undefined : undo.limit;
  }

  /** The length to which undo goes: before the last action, within an action before its last step. */
  get undoLength(): number {
    const { latest } = this.view.store;
    if (this.request) return this.request.length;
    const step = (latest?.length ?? 1) - 1;
    const wanted = this.isChoosing ? step : (this.actions.at(-1)?.before ?? step);
    const floor = latest?.undo?.floor ?? 0;
    return Math.min(step, Math.max(wanted, floor));
  }

  /** The length to which undoing the whole turn goes. */
  get turnLength(): number {
    return Math.max(this.actions[0]?.before ?? 0, this.view.store.latest?.undo?.floor ?? 0);
  }

  /** Take moves back, or say why that is impossible. */
  undoTo(length: number): void {
    if (this.view.ended) return this.end.takeBack();
    if (this.view.hand.canPutBack) return this.view.hand.putBack();
    const limit = this.limitOf(length);
    if (limit) this.#notice = { limit, number: this.view.state.number };
    else void this.view.store.undo(length);
  }

  undo(): void {
    this.undoTo(this.undoLength);
  }

  /** Pick a verb, or ask why there is no move with it. */
  pressVerb(verb: string): void {
    this.#notice = undefined;
    if (this.view.offers.some(({ move }) => move.do === verb)) this.view.pickVerb(verb);
    else this.view.inspectVerb(verb);
  }

  /** Pick a verb by its key, and move the focus to the first spot that can be chosen. */
  async keyVerb(verb: string): Promise<void> {
    this.pressVerb(verb);
    if (this.view.picked.verb !== verb) return;
    await tick();
    const [target] = this.view.choices.targets;
    if (target) document.getElementById(`spot-${target.spot}`)?.focus({ preventScroll: true });
  }

  /** Leave a question, a picked part of a move, or the moves that are being shown. */
  back(): void {
    this.#notice = undefined;
    if (this.view.ended) this.end.takeBack();
    else if (this.end.asks) this.end.keepPlaying();
    else if (this.view.store.playback.left > 0) this.view.store.playback.skip();
    else this.view.back();
  }
}

/** The state of a table in this browser, kept up to date by the live connection. */

import { api, isUnavailable, Problem } from "../api/client";
import { Live, type LiveHandlers } from "../api/live";
import { tableRatings } from "../api/profiles";
import type { Entry, Message, MoveResult, News, Presence, State, Table, TableRatings, TableSeat, Thinking } from "../api/types";
import { settings } from "../theme/settings.svelte";
import { framesOf, lastTurn, MOST_FRAMES, type Frame } from "./frames";
import { currentEntries } from "./log";
import { Playback } from "./playback.svelte";
import { changedPresence } from "./seats";

const CONFLICT = 409;
const UNPROCESSABLE = 422;
const RETRY_MS = 700;

export class TableStore {
  table = $state.raw<Table>();
  seats = $state.raw<readonly TableSeat[]>([]);
  latest = $state.raw<State>();
  /** When it arrived, by the clock of the page. */
  latestAt = 0;
  entries = $state.raw<readonly Entry[]>([]);
  messages = $state.raw<readonly Message[]>([]);
  /** The ratings of the players, at tables where people meet or that are rated. */
  ratings = $state.raw<TableRatings>();
  /** Whether the host has closed the chat. */
  chatClosed = $state(false);
  presence = $state.raw<Presence>({ seats: [], watchers: 0 });
  /** The latest report about a thinking computer player. */
  thinking = $state.raw<Thinking | null>(null);
  connected = $state(true);
  /** Whether it is a copy that is shown without a network. */
  isCopy = false;
  /** A move or undo was sent and not yet answered. */
  sending = $state(false);
  /** Why the table cannot be shown. */
  problem = $state.raw<Problem>();
  /** Why the last move or undo was refused. */
  refusal = $state.raw<Problem>();
  readonly playback: Playback;
  /** The verbs of moves that are shown together with the move after them. */
  opening: readonly string[] = [];
  #live: Live<News> | undefined;
  #closed = false;

  constructor(
    readonly id: string,
    /** Whether a game between computers is shown from its start. */
    readonly fromStart = false,
  ) {
    this.playback = new Playback((numbers) => api.states(id, numbers));
  }

  /** Load the table and connect to it. */
  async open(): Promise<void> {
    try {
      await this.#load();
    } catch (problem) {
      if (isUnavailable(problem)) return this.#retryOpen();
      this.problem = problem as Problem;
      return;
    }
    if (!this.#closed) this.#live = new Live<News>(this.#handlers());
  }

  close(): void {
    this.#closed = true;
    this.#live?.close();
    this.playback.stop();
  }

  /** Whether computers play and the reader only watches. */
  get isWatched(): boolean {
    return this.seats.every(({ kind }) => kind === "agent");
  }

  /** The seats of this browser's account. */
  get held(): readonly number[] {
    return this.seats.filter(({ yours }) => yours).map(({ seat }) => seat);
  }

  /** Whether a move can be taken back, or a vote for it can be given. */
  get canUndo(): boolean {
    const { undo, length = 0 } = this.latest ?? {};
    return undo ? undo.floor < length : false;
  }

  /** Send a move, and return whether it is the next entry of the log. */
  async move(words: string): Promise<boolean> {
    const number = this.latest?.number ?? 0;
    await this.#send(() => api.move(this.id, number, words));
    return this.entries.some((entry) => entry.number === number + 1 && entry.words === words);
  }

  /** Send a move although the page is being left; its answer is not awaited. */
  moveAndLeave(words: string): void {
    api.moveAndLeave(this.id, this.latest?.number ?? 0, words);
  }

  /** Ask why the last move of a line, which is not offered, is not legal. */
  async askWhyNot(line: readonly unknown[]): Promise<void> {
    if (this.sending) return;
    const number = this.latest?.number ?? 0;
    const [preview] = await api.previews(this.id, number, [line]).catch(() => []);
    const refusal = preview?.refusal;
    if (refusal && this.latest?.number === number) this.refusal = new Problem(UNPROCESSABLE, refusal.error, refusal.sentence, refusal.rule ?? undefined, refusal.facts);
  }

  undo(length: number): Promise<void> {
    const number = this.latest?.number ?? 0;
    return this.#send(() => api.undo(this.id, number, length));
  }

  /** Load the ratings of the players, and what a rated game that is over has changed. */
  async loadRatings(): Promise<void> {
    const people = this.seats.filter(({ kind }) => kind === "human").length;
    if (!this.table || this.table.practice || !(this.table.rated || people > 1)) return;
    this.ratings = await tableRatings(this.id).catch(() => this.ratings);
  }

  async sendMessage(text: string): Promise<void> {
    const message = await api.sendMessage(this.id, text);
    this.#addMessages([message]);
  }

  /** Show a copy of a table without connecting to it; nothing can be chosen. */
  showCopy(table: Table): void {
    const state: State = { ...table.state, moves: [], decision: null };
    this.#show(table, state);
    this.playback.jump(state);
    this.latest = state;
    this.connected = false;
    this.isCopy = true;
  }

  #show(table: Table, state = table.state): void {
    this.table = { ...table, state };
    this.seats = table.seats;
    this.entries = table.entries;
    this.messages = table.messages;
    this.chatClosed = table.chat_closed;
    this.presence = table.presence;
    this.thinking = table.thinking;
  }

  async #load(): Promise<void> {
    const table = await api.table(this.id);
    this.#show(table);
    if (this.fromStart && this.isWatched && !this.latest) await this.#watch(table);
    if (!this.playback.listed) this.playback.jump(table.state);
    this.latest = table.state;
    this.latestAt = performance.now();
    this.connected = true;
  }

  /** Show a game between computers from its start. */
  #watch({ state }: Table): Promise<void> {
    const line = currentEntries(this.entries);
    const start = lastTurn(line, []);
    return this.playback.review(start, framesOf(line, start, this.opening, Infinity), state);
  }

  #retryOpen(): void {
    this.connected = false;
    if (!this.#closed) setTimeout(() => void this.open(), RETRY_MS);
  }

  #handlers(): LiveHandlers<News> {
    return {
      address: () => `/tables/${this.id}/live?since=${this.latest?.number ?? 0}&messages_since=${this.messages.at(-1)?.number ?? 0}&state=true`,
      news: (news) => this.#receive(news),
      connected: (open) => (this.connected = open),
      refused: (problem) => (this.problem = problem),
    };
  }

  #receive(news: News): void {
    if (news.type === "entries") this.#apply(news);
    else if (news.type === "seats") [this.seats, this.chatClosed] = [news.seats, news.chat_closed];
    else if (news.type === "presence") this.presence = changedPresence(this.presence, news);
    else if (news.type === "thinking") this.thinking = news;
    else this.#addMessages(news.messages);
  }

  #addMessages(messages: readonly Message[]): void {
    const last = this.messages.at(-1)?.number ?? 0;
    this.messages = [...this.messages, ...messages.filter(({ number }) => number > last)];
  }

  #apply({ number, entries, state }: MoveResult): void {
    const known = this.latest?.number ?? 0;
    if (number < known) return;
    if (number > known) this.refusal = undefined;
    const fresh = entries.filter((entry) => entry.number > known);
    this.entries = [...this.entries, ...fresh];
    this.latest = state;
    this.latestAt = performance.now();
    const foreign = fresh.some((entry) => entry.kind === "move" && !this.held.includes(entry.seat ?? -1));
    const follows = this.isWatched || (settings.follow && !document.hidden && (foreign || this.playback.left > 0));
    const frames = follows && !fresh.some(({ kind }) => kind === "undo") ? this.#framesToShow() : [];
    if (frames.length > 0) this.playback.follow(frames, state);
    else this.playback.jump(state, !foreign);
  }

  /** The frames after the one that is shown. */
  #framesToShow(): Frame[] {
    const { frames, at, shown } = this.playback;
    const reached = frames[at]?.number ?? shown?.number ?? 0;
    return framesOf(currentEntries(this.entries), reached, this.opening, this.isWatched ? Infinity : MOST_FRAMES);
  }

  async #send(act: () => Promise<MoveResult>): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    this.refusal = undefined;
    try {
      this.#apply(await this.#retrying(act));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (problem.status === CONFLICT) await this.#load().catch(() => undefined);
      else this.refusal = problem;
    } finally {
      this.sending = false;
    }
  }

  /** Repeat a request until the server answers; an entry number is accepted only once, so that repeating is safe. */
  async #retrying(act: () => Promise<MoveResult>): Promise<MoveResult> {
    for (;;) {
      try {
        return await act();
      } catch (problem) {
        if (!isUnavailable(problem) || this.#closed) throw problem;
        this.connected = false;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}

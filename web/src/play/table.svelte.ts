/** A table as this browser knows it: told by the server, right again after every loss of the connection. */

import { api, isGone, Problem } from "../api/client";
import { Live } from "../api/live";
import type { Entry, Message, Moved, News, Presence, State, Table, TableSeat, Thinking } from "../api/words";
import { settings } from "../theme/settings.svelte";
import { Following } from "./following.svelte";
import { changedPresence } from "./seats";

const STALE = 409;
const AGAIN_MS = 700;

export class TableStore {
  table = $state.raw<Table>();
  seats = $state.raw<readonly TableSeat[]>([]);
  latest = $state.raw<State>();
  entries = $state.raw<readonly Entry[]>([]);
  messages = $state.raw<readonly Message[]>([]);
  presence = $state.raw<Presence>({ seats: [], watchers: 0 });
  /** The decision of a computer seat that was told last. */
  thinking = $state.raw<Thinking | null>(null);
  connected = $state(true);
  /** A move is on its way. */
  sending = $state(false);
  /** Why there is nothing to see. */
  problem = $state.raw<Problem>();
  /** Why the last wish was not done. */
  refusal = $state.raw<Problem>();
  readonly following: Following;
  #live: Live | undefined;
  #closed = false;

  constructor(readonly id: string) {
    this.following = new Following((number) => api.at(id, number));
  }

  /** Look at the table, and listen from then on. */
  async open(): Promise<void> {
    try {
      await this.#look();
    } catch (problem) {
      if (isGone(problem)) return this.#openLater();
      this.problem = problem as Problem;
      return;
    }
    if (!this.#closed) this.#live = new Live(this.id, this.#calls());
  }

  close(): void {
    this.#closed = true;
    this.#live?.close();
  }

  /** The seats this browser holds. */
  get held(): readonly number[] {
    return this.seats.filter(({ yours }) => yours).map(({ seat }) => seat);
  }

  move(words: string): Promise<void> {
    const number = this.latest?.number ?? 0;
    return this.#wish(() => api.move(this.id, number, words));
  }

  /** Ask why something cannot be done: it is not offered, so that the server refuses it with a reason. */
  async try(move: unknown): Promise<void> {
    if (this.sending) return;
    try {
      this.#happened(await api.move(this.id, this.latest?.number ?? 0, move));
    } catch (problem) {
      if (problem instanceof Problem && !isGone(problem) && problem.status !== STALE) this.refusal = problem;
    }
  }

  undo(length: number): Promise<void> {
    const number = this.latest?.number ?? 0;
    return this.#wish(() => api.undo(this.id, number, length));
  }

  async say(text: string): Promise<void> {
    const message = await api.say(this.id, text);
    this.#hear([message]);
  }

  async #look(): Promise<void> {
    const table = await api.table(this.id);
    this.table = table;
    this.seats = table.seats;
    this.entries = table.entries;
    this.messages = table.messages;
    this.presence = table.presence;
    this.thinking = table.thinking;
    this.latest = table.state;
    this.following.jump(table.state);
    this.connected = true;
  }

  #openLater(): void {
    this.connected = false;
    if (!this.#closed) setTimeout(() => void this.open(), AGAIN_MS);
  }

  #calls(): ConstructorParameters<typeof Live>[1] {
    return {
      known: () => ({ number: this.latest?.number ?? 0, message: this.messages.at(-1)?.number ?? 0 }),
      news: (news) => this.#news(news),
      connected: (there) => (this.connected = there),
      refused: (problem) => (this.problem = problem),
    };
  }

  #news(news: News): void {
    if (news.type === "entries") this.#happened(news);
    else if (news.type === "seats") this.seats = news.seats;
    else if (news.type === "presence") this.presence = changedPresence(this.presence, news);
    else if (news.type === "thinking") this.thinking = news;
    else this.#hear(news.messages);
  }

  #hear(messages: readonly Message[]): void {
    const last = this.messages.at(-1)?.number ?? 0;
    this.messages = [...this.messages, ...messages.filter(({ number }) => number > last)];
  }

  #happened({ number, entries, state }: Moved): void {
    const known = this.latest?.number ?? 0;
    if (number < known) return;
    const fresh = entries.filter((entry) => entry.number > known);
    this.entries = [...this.entries, ...fresh];
    this.latest = state;
    const foreign = fresh.filter((entry) => entry.kind === "move" && !this.held.includes(entry.seat ?? -1));
    const follows = settings.follow && !document.hidden && (foreign.length > 0 || this.following.left > 0);
    if (follows) this.following.follow(foreign.map((entry) => entry.number), state);
    else this.following.jump(state);
  }

  async #wish(act: () => Promise<Moved>): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    this.refusal = undefined;
    try {
      this.#happened(await this.#stubbornly(act));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (problem.status === STALE) await this.#look().catch(() => undefined);
      else this.refusal = problem;
    } finally {
      this.sending = false;
    }
  }

  /** Try until the server answers: a number is taken once, so that asking again does no harm. */
  async #stubbornly(act: () => Promise<Moved>): Promise<Moved> {
    for (;;) {
      try {
        return await act();
      } catch (problem) {
        if (!isGone(problem) || this.#closed) throw problem;
        this.connected = false;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }
}

/** The home page: what the server knows of the games of the reader, kept up to date. */

import { api, isUnavailable, type TableFilter } from "../../api/client";
import type { AccountInvitation, AccountNews, DailyPuzzle, Summaries, Summary } from "../../api/types";
import { followAccount } from "../../play/accountLive";
import { isWorthShowing, rememberHome } from "../../play/knownHome";
import { byUrgency, merged, timeLeft } from "../../play/listing";

/** How often open tables are read again without a connection that announces their changes, and those that only end. */
const REFRESH_MS = 60_000;
const RETRY_MS = 3_000;
const TICK_MS = 10_000;

/** The state of the home page. */
export class HomeStore {
  running = $state.raw<readonly Summary[]>([]);
  finished = $state.raw<Summaries>({ tables: [], next: null });
  open = $state.raw<Summaries>({ tables: [], next: null });
  invitations = $state.raw<readonly AccountInvitation[]>([]);
  daily = $state.raw<DailyPuzzle>();
  loaded = $state(false);
  /** Whether the server answered that there is nothing to show. */
  empty = $state(false);
  connected = $state(true);
  filter = $state.raw<TableFilter>({});
  /** The present moment, for times that pass, and the one at which clocks were read. */
  now = $state(Date.now());
  #read: Record<string, number> = {};
  #more = 0;
  #isClosed = false;
  readonly #unfollow: () => void;
  #timers: ReturnType<typeof setInterval>[];

  constructor() {
    this.#unfollow = followAccount({
      news: (news) => this.#receive(news),
      connected: (open) => (this.connected = open),
      refused: () => (this.empty = true),
    });
    this.#timers = [setInterval(() => (this.now = Date.now()), TICK_MS), setInterval(() => void this.refreshOpen(), REFRESH_MS)];
  }

  close(): void {
    this.#isClosed = true;
    this.#unfollow();
    this.#timers.forEach(clearInterval);
  }

  get waiting(): readonly Summary[] {
    return this.running.filter(({ your_turn }) => your_turn);
  }

  get others(): readonly Summary[] {
    return this.running.filter(({ your_turn }) => !your_turn);
  }

  /** The milliseconds that the player to move has left now. */
  left(table: Summary): number | null {
    return timeLeft(table, this.#read[table.id] ?? this.now, this.now);
  }

  async load(): Promise<void> {
    try {
      const home = await api.home();
      this.#note(home.running);
      [this.finished, this.invitations, this.daily] = [home.finished, home.invitations, home.daily];
      this.running = [...home.running].sort(byUrgency);
      if (!this.#isFiltered) this.open = home.open;
      [this.empty, this.loaded] = [!isWorthShowing(home), true];
      rememberHome(!this.empty);
      this.connected = true;
    } catch (problem) {
      this.connected = false;
      if (isUnavailable(problem) && !this.#isClosed) setTimeout(() => void this.load(), RETRY_MS);
    }
  }

  /** Show open tables of another kind. */
  async choose(filter: TableFilter): Promise<void> {
    this.filter = filter;
    this.open = await api.openTables(filter);
    this.#more = 0;
  }

  /** Read the first page of open tables again, unless the reader has gone on to others. */
  async refreshOpen(): Promise<void> {
    if (document.hidden || this.#more > 0 || !this.loaded) return;
    this.open = await api.openTables({ limit: 8, ...this.filter }).catch(() => this.open);
  }

  async moreOpen(): Promise<void> {
    const page = await api.openTables(this.filter, this.open.next ?? undefined);
    this.#more += 1;
    this.open = { tables: [...this.open.tables, ...page.tables], next: page.next };
  }

  async moreFinished(): Promise<void> {
    const page = await api.finishedGames(this.finished.next ?? undefined);
    this.finished = { tables: [...this.finished.tables, ...page.tables], next: page.next };
  }

  async decline(table: string): Promise<void> {
    await api.declineInvitation(table);
    this.invitations = this.invitations.filter(({ table_id }) => table_id !== table);
  }

  get #isFiltered(): boolean {
    return Object.values(this.filter).some((value) => value !== "" && value !== undefined);
  }

  #note(tables: readonly Summary[]): void {
    this.now = Date.now();
    for (const { id } of tables) this.#read[id] = this.now;
  }

  #receive(news: AccountNews): void {
    if (news.type === "ready") void this.load();
    else if (news.type === "invitations") this.invitations = news.invitations;
    else if (news.type === "listed") void this.refreshOpen();
    else if (news.type === "games") {
      this.#note(news.games);
      const { running, ended } = merged(this.running, news.games, news.gone);
      this.running = running;
      const before = this.finished.tables.filter(({ id }) => !ended.some((table) => table.id === id));
      this.finished = { ...this.finished, tables: [...ended, ...before] };
    }
  }
}

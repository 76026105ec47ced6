/** The standing orders of the reader: what is set, what is being changed, and what the map shows of it. */

import { api, Problem } from "../api/client";
import type { OrderContent, Destinations, StandingOrders } from "../api/types";
import type { Opened } from "../board/choicePreview";
import type { Input, Mark, OrderPlaces, SpotId, Target } from "../board/painter";
import { t, translator } from "../messages/i18n.svelte";
import { orderText } from "./orderText";
import type { TableView } from "./view.svelte";

/** The most spaces that an order names. */
export const MOST_SPACES = 6;
const NEAR: OrderContent = { put: "network", spaces: [], city: null, extras: "traders" };

/** An order that is being changed: that of the piece on a space, or without one that of all other pieces. */
interface Edited {
  readonly space?: string;
  readonly kind: string;
  readonly since: number;
  readonly order: OrderContent;
  readonly isSet: boolean;
  readonly input: Input;
}

export class Orders {
  book = $state.raw<StandingOrders>();
  edited = $state.raw<Edited>();
  destinations = $state.raw<Destinations>();
  /** Why the last change was refused. */
  problem = $state("");
  #loading = false;

  readonly #places = $derived.by((): OrderPlaces | undefined => this.view.painter?.orders);
  /** Whether the reader can give orders at this table. */
  readonly available = $derived.by(() => this.#isAvailable());
  /** How many orders there are. */
  readonly count = $derived.by(() => (this.book ? this.book.orders.length + (this.book.default ? 1 : 0) : 0));
  readonly opened = $derived.by((): Opened | undefined => this.#opened());
  /** The spots that can be chosen for the order. */
  readonly targets = $derived.by((): readonly Target[] | undefined => this.#targets());
  readonly marks = $derived.by((): readonly Mark[] => [...this.#flags(), ...this.#way()]);
  /** The names of pieces with an order. */
  readonly notes = $derived.by(() => this.#notes());
  /** The space to which the order that is being changed would put the piece now. */
  readonly target = $derived.by(() => this.#target());

  constructor(readonly view: TableView) {}

  #isAvailable(): boolean {
    const { store } = this.view;
    return this.#places !== undefined && store.table?.orders === true && store.held.length === 1 && store.latest?.over === false;
  }

  /** Read the orders where they may have changed: once, and with every entry while there are any. */
  async refresh(): Promise<void> {
    if (!this.available || this.#loading || (this.book && this.count === 0 && !this.edited)) return;
    await this.load();
  }

  /** Read the orders; of several calls at once one request is made. */
  async load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      this.book = await api.orders(this.view.store.id);
      if (this.edited?.space !== undefined && !this.#piece(this.edited.space)) this.close();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
    } finally {
      this.#loading = false;
    }
  }

  #piece(space: string): StandingOrders["pieces"][number] | undefined {
    return this.book?.pieces.find((piece) => piece.space === space);
  }

  /** Whether the reader has a piece at a spot that can have an order. */
  isOwn(spot: SpotId): boolean {
    const space = this.#places?.spaceOf(spot);
    const [seat] = this.view.store.held;
    return this.available && space !== undefined && seat !== undefined && this.view.painter?.spotsOfSeat(seat, this.view.scene).includes(spot) === true;
  }

  /** Open the order of the piece at a spot. */
  async open(spot: SpotId, input: Input): Promise<void> {
    const space = this.#places?.spaceOf(spot);
    if (space === undefined) return;
    await this.load();
    const piece = this.#piece(space);
    if (!piece) return;
    const set = this.book?.orders.find((order) => order.space === space);
    this.problem = "";
    this.destinations = undefined;
    this.edited = { ...piece, order: set?.order ?? this.book?.default ?? NEAR, isSet: set !== undefined, input };
    await this.#look(space);
  }

  /** Open the order for all other pieces. */
  openDefault(): void {
    this.problem = "";
    this.destinations = undefined;
    this.edited = { kind: "", since: 0, order: this.book?.default ?? NEAR, isSet: this.book?.default != null, input: "mouse" };
  }

  async #look(space: string): Promise<void> {
    const destinations = await api.destinations(this.view.store.id, space).catch(() => undefined);
    if (this.edited?.space === space) this.destinations = destinations;
  }

  close(): void {
    const { edited } = this;
    this.edited = undefined;
    if (edited?.space !== undefined && edited.input === "keyboard") document.getElementById(`spot-${this.#places?.spotOfSpace(edited.space) ?? ""}`)?.focus({ preventScroll: true });
  }

  /** Change where the piece goes or what happens to extra pieces. */
  change(change: Partial<OrderContent>): void {
    if (!this.edited) return;
    const order = { ...this.edited.order, ...change };
    const [city] = this.cities;
    const spaces = order.put === "spaces" ? order.spaces : [];
    this.edited = { ...this.edited, order: { ...order, spaces, city: order.put === "city" ? (order.city ?? city?.id ?? null) : null } };
  }

  /** The cities of the board by name. */
  get cities(): readonly { id: string; name: string }[] {
    return this.#places?.cities(this.view.scene) ?? [];
  }

  /** Choose a city or a space on the map. */
  pick(spot: SpotId): void {
    const [space, city, order] = [this.#places?.spaceOf(spot), this.#places?.cityOf(spot), this.edited?.order];
    if (!order) return;
    if (city !== undefined && order.put === "city") this.change({ city });
    if (space === undefined || order.put !== "spaces") return;
    const spaces = order.spaces.includes(space) ? order.spaces.filter((other) => other !== space) : [...order.spaces, space].slice(0, MOST_SPACES);
    this.change({ spaces });
  }

  /** Whether the order that is being changed is complete. */
  get isComplete(): boolean {
    const order = this.edited?.order;
    return order !== undefined && (order.put !== "spaces" || order.spaces.length > 0) && (order.put !== "city" || order.city !== null);
  }

  async save(): Promise<void> {
    const { edited, book } = this;
    if (!edited || !book || !this.isComplete) return;
    const { space, since, order } = edited;
    const { id } = this.view.store;
    await this.#write(() =>
      space === undefined
        ? api.changeOrders(id, { version: book.version, suspended: book.suspended, default: order })
        : api.setOrder(id, space, { version: book.version, since, order }),
    );
  }

  async remove(): Promise<void> {
    const { edited, book } = this;
    if (!edited || !book) return;
    const { id } = this.view.store;
    await this.#write(() =>
      edited.space === undefined
        ? api.changeOrders(id, { version: book.version, suspended: book.suspended, default: null })
        : api.removeOrder(id, edited.space, book.version),
    );
  }

  async suspend(suspended: boolean): Promise<void> {
    const { book } = this;
    if (book) await this.#write(() => api.changeOrders(this.view.store.id, { version: book.version, suspended, default: book.default }));
  }

  async #write(act: () => Promise<StandingOrders>): Promise<void> {
    this.problem = "";
    try {
      this.book = await act();
      this.close();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.problem = t("orders.problem", { reason: problem.message || t("connection.gone") });
      await this.load();
    }
  }

  /** The heading of what is being changed. */
  get heading(): string {
    const { edited } = this;
    if (edited?.space === undefined) return t("orders.heading.default");
    return t("orders.heading", { space: this.nameOf(edited.space) });
  }

  /** The name of a space. */
  nameOf(space: string): string {
    return this.#places?.spaceName(space, this.view.scene, translator()) ?? space;
  }

  /** An order in a few words. */
  textOf(order: OrderContent): string {
    const city = this.cities.find(({ id }) => id === order.city)?.name ?? "";
    return orderText(order, { city, spaceName: (space) => this.nameOf(space) }, translator());
  }

  shapeOf(kind: string): "trader" | "merchant" {
    return this.#places?.shapeOf(kind) ?? "trader";
  }

  #target(): string | undefined {
    const { edited, destinations } = this;
    if (!edited || !destinations) return undefined;
    const { put, city, spaces } = edited.order;
    if (put === "spaces") return spaces.find((space) => destinations.ranks[0]?.includes(space));
    if (put === "city") return destinations.cities[city ?? ""];
    return put === "network" ? (destinations.network ?? undefined) : undefined;
  }

  #opened(): Opened | undefined {
    const { edited } = this;
    if (edited?.space === undefined || !this.#places) return undefined;
    return { place: [this.#places.spotOfSpace(edited.space)], label: this.heading, wide: true, focused: edited.input === "keyboard" };
  }

  #targets(): readonly Target[] | undefined {
    const [edited, places] = [this.edited, this.#places];
    if (edited?.space === undefined || !places) return undefined;
    const { put, spaces, city } = edited.order;
    if (put === "city") return this.cities.map(({ id, name }) => ({ spot: places.spotOfCity(id), label: t("orders.summary.city", { city: name }), chosen: id === city }));
    if (put !== "spaces") return [];
    return (this.destinations?.ranks ?? []).flat().map((space) => {
      const at = spaces.indexOf(space);
      const label = at < 0 ? t("orders.pick", { number: Math.min(spaces.length + 1, MOST_SPACES) }) : t("orders.drop");
      return { spot: places.spotOfSpace(space), label, chosen: at >= 0, ...(at >= 0 ? { number: at + 1 } : {}) };
    });
  }

  #flags(): Mark[] {
    const [book, places] = [this.book, this.#places];
    if (!book || !places || !this.available || !this.view.isNow || book.suspended) return [];
    const [seat] = this.view.store.held;
    const own = seat === undefined ? [] : (this.view.painter?.spotsOfSeat(seat, this.view.scene) ?? []);
    return book.orders
      .map(({ space, order }): Mark => ({ sort: "flag", spot: places.spotOfSpace(space), asks: order.put === "ask" }))
      .filter(({ spot }) => own.includes(spot));
  }

  /** The way of the piece, and how near the named spaces are as numbers. */
  #way(): Mark[] {
    const [edited, places, destinations] = [this.edited, this.#places, this.destinations];
    if (edited?.space === undefined || !places || !destinations) return [];
    const ranks = edited.order.put === "spaces" ? destinations.ranks : [];
    const marks = ranks.flatMap((rank, n) => rank.filter((space) => !edited.order.spaces.includes(space)).map((space): Mark => ({ sort: "rank", spot: places.spotOfSpace(space), rank: n + 1 })));
    if (this.target === undefined) return marks;
    return [...marks, { sort: "arrow", spot: places.spotOfSpace(this.target), from: places.spotOfSpace(edited.space) }];
  }

  #notes(): Readonly<Record<SpotId, string>> {
    const [book, places, { painter, scene }] = [this.book, this.#places, this.view];
    if (!book || !places || !painter || !this.available) return {};
    const named = book.orders.map(({ space, order }): [SpotId, string] => {
      const spot = places.spotOfSpace(space);
      return [spot, t("orders.flag", { piece: painter.describe(spot, scene, translator()), order: this.textOf(order) })];
    });
    return Object.fromEntries(named);
  }
}


/** The spots of a map of Hansa Teutonica. */

import { pointAlong, smoothPath, type Point } from "../../board/geometry";
import type { Move, Owner, Scene, Spot, SpotId } from "../../board/painter";
import {
  FAVOUR,
  leanToAt,
  MARKER,
  postAt,
  SHIP_SPACE,
  SPACE,
  SPECIAL,
  type Layout,
} from "./layout";
import { boardOf, citiesOf, lineOf, positionOf, type CityData, type RouteData } from "./types";

/** Collects the spots of a scene. */
class SpotCollector {
  readonly spots = new Map<SpotId, Spot>();
  readonly #u: number;

  constructor(
    readonly scene: Scene,
    readonly layout: Layout,
  ) {
    this.#u = layout.unit;
  }

  run(): ReadonlyMap<SpotId, Spot> {
    const board = boardOf(this.scene);
    for (const route of board.routes) this.#route(route);
    for (const city of board.cities) this.#city(city);
    this.#special();
    this.#favours();
    this.#provinces();
    return this.spots;
  }

  #add(id: SpotId, [x, y]: Point, shape: Spot["shape"], size: number, more: Partial<Spot> = {}): void {
    this.spots.set(id, { id, x, y, shape, size, ...more });
  }

  #route(route: RouteData): void {
    const position = positionOf(this.scene);
    const line = lineOf(route, citiesOf(boardOf(this.scene)));
    route.points.forEach((at, n) => {
      const space = `${route.id}.${n + 1}`;
      const size = (route.spaces[n] === "merchant" ? SHIP_SPACE : SPACE) * this.#u;
      const taken = space in (position.spaces ?? {});
      this.#add(`space:${space}`, at, "circle", size, { taken, ...this.#tag(space) });
    });
    const path = { line: smoothPath(line, false, 0.95), points: line, ...this.#tag(route.id) };
    this.#add(`route:${route.id}`, pointAlong(line, 0.5), "path", 4 * this.#u, path);
    this.#marker(route);
  }

  #tag(key: string): { tag?: Point } {
    const tag = this.layout.tags.get(key);
    return tag ? { tag } : {};
  }

  #marker(route: RouteData): void {
    const at = this.layout.markers.get(route.id);
    const taken = route.permanent !== null || route.id in (positionOf(this.scene).markers_on_routes ?? {});
    if (at) this.#add(`marker:${route.id}`, at, "circle", MARKER * this.#u, { taken });
    const tavern = this.layout.taverns.get(route.id);
    if (tavern) this.#add(`tavern:${route.id}`, tavern, "box", 11 * this.#u, { height: 13 * this.#u });
  }

  #city(city: CityData): void {
    const u = this.#u;
    const ribbon = this.layout.ribbons.get(city.id);
    const posts = positionOf(this.scene).posts?.[city.id] ?? [];
    if (ribbon) this.#add(`city:${city.id}`, [ribbon.x, ribbon.y], "box", ribbon.width / 2, { height: ribbon.height / 2 });
    city.posts.forEach((post, n) => {
      const shape = post.shape === "circle" ? "circle" : "square";
      this.#add(`post:${city.id}.${n + 1}`, postAt(city, n, u), shape, 10.5 * u, { taken: Boolean(posts[n]) });
    });
    const extras = positionOf(this.scene).extra_posts?.[city.id]?.length ?? 0;
    for (let n = 0; n < extras; n += 1) {
      this.#add(`extra:${city.id}.${extras - n}`, leanToAt(city, n, boardOf(this.scene)), "square", 9 * u, { taken: true });
    }
    for (const ability of city.abilities) {
      const at = this.layout.scrolls.get(`${city.id}.${ability}`);
      if (at) this.#add(`scroll:${city.id}.${ability}`, at, "box", 13 * u, { height: 13 * u });
    }
  }

  #special(): void {
    boardOf(this.scene).special_prestige.spaces.forEach(({ points }, n) => {
      const at = specialAt(this.layout, n);
      const taken = String(points) in (positionOf(this.scene).special ?? {});
      this.#add(`special:${points}`, at, "circle", 10 * this.#u, { taken });
    });
  }

  #favours(): void {
    positionOf(this.scene).favour_display?.forEach((tile, n, all) => {
      const at = favourAt(this.layout, n, all.length);
      if (at) this.#add(`favour:${tile}`, at, "circle", 12 * this.#u, { taken: true });
    });
  }

  #provinces(): void {
    const { pawn, pawn_moved: moved } = positionOf(this.scene);
    if (moved === undefined) return;
    const { provinces = [], soldiers = [] } = boardOf(this.scene).two_player ?? {};
    for (const { id, xy } of provinces) this.#add(`province:${id}`, xy, "circle", 10 * this.#u, { taken: id === pawn });
    for (const { id, xy } of soldiers) this.#add(`soldier:${id}`, xy, "box", 8 * this.#u, { height: 14 * this.#u });
  }
}

/** The middle of the n-th special prestige space. */
export function specialAt(layout: Layout, n: number): Point {
  const u = layout.unit;
  return [layout.special[0] + (-SPECIAL.width / 2 + 19.5 + SPECIAL.step * n) * u, layout.special[1] + 5.5 * u];
}

/** The middle of the n-th of the favours shown. */
export function favourAt(layout: Layout, n: number, all: number): Point | undefined {
  const at = layout.favours;
  return at && [at[0] + (n - (all - 1) / 2) * FAVOUR.step * layout.unit, at[1]];
}

/** Every spot of a scene by its id. */
export function spotsOf(scene: Scene, layout: Layout): ReadonlyMap<SpotId, Spot> {
  return new SpotCollector(scene, layout).run();
}

function nextPost(city: string, scene: Scene): SpotId {
  const { posts = {} } = positionOf(scene);
  const first = (posts[city] ?? []).findIndex((post) => post === null);
  const printed = citiesOf(boardOf(scene)).get(city)?.posts.length ?? 0;
  if (printed === 0) return `city:${city}`;
  return `post:${city}.${(posts[city] ? first : 0) + 1}`;
}

const FIELD_SPOTS: readonly (readonly [field: string, kind: string])[] = [
  ["space", "space"],
  ["province", "province"],
  ["special", "special"],
  ["ability", "ability"],
  ["tile", "favour"],
  ["extra_post", "city"],
];

/** The spot where a move is chosen; abilities and markers of players lie on desks. */
export function spotOf(move: Move, scene: Scene): SpotId | undefined {
  if (move.do === "place-marker") return `marker:${String(move.route)}`;
  if (move.do === "swap") return `rival:${String(move.seat)}.${String(move.marker)}`;
  if (move.do === "use") return move.city ? `post:${String(move.city)}.${Number(move.left) + 1}` : `held:${String(move.marker)}`;
  if ("post" in move || move.do === "neutral-post") return nextPost(String(move.post ?? move.city), scene);
  const field = FIELD_SPOTS.find(([name]) => name in move);
  if (field) return `${field[1]}:${String(move[field[0]])}`;
  if (move.route) return `route:${String(move.route)}`;
  return move.city ? `city:${String(move.city)}` : undefined;
}


/** The spots with pieces of a seat: spaces, posts, and the names of green cities. */
export function spotsOfSeat(seat: number, scene: Scene): SpotId[] {
  const { spaces = {}, posts = {}, extra_posts: extra = {}, green_posts: green = {}, special = {} } = positionOf(scene);
  const owned = (pieces: readonly (readonly [Owner, ...unknown[]] | null)[]): number[] =>
    pieces.flatMap((piece, n) => (piece?.[0] === seat ? [n + 1] : []));
  return [
    ...Object.entries(spaces).flatMap(([space, [owner]]) => (owner === seat ? [`space:${space}`] : [])),
    ...Object.entries(posts).flatMap(([city, row]) => owned(row).map((n) => `post:${city}.${n}`)),
    ...Object.entries(extra).flatMap(([city, row]) => owned(row).map((n) => `extra:${city}.${n}`)),
    ...Object.entries(green).flatMap(([city, row]) => (owned(row).length > 0 ? [`city:${city}`] : [])),
    ...Object.entries(special).flatMap(([points, owner]) => (owner === seat ? [`special:${points}`] : [])),
  ];
}

/** The positions of everything on a map of Hansa Teutonica: names, signs, markers and panels, placed together once per board. */

import { boxAround, distanceTo, pointAlong, type Box, type Point } from "../../board/geometry";
import { nameWidth } from "../../map/textWidth";
import { Obstacles, PlacementSolver, type Item } from "../../map/placement";
import { ambiguity, aroundPoint, besideLine, ribbonPlaces, scrollPlaces } from "./labelCandidates";
import { geographyOf } from "./geography";
import { storedLayout, type StoredLettering } from "./storedLayouts";
import { citiesOf, lineOf, type CityData, type RouteData, type TeutonicaBoard } from "./types";

export const HOUSE = 26.5;
export const BASE = 14;
export const ROOF = 29;
export const LEAN_TO = 22;
export const SPACE = 10.6;
export const SHIP_SPACE = 12.2;
export const MARKER = 14.6;
export const CELL = 17;
export const SPECIAL = { width: 126, height: 42, step: 29 } as const;
export const FAVOUR = { step: 27, height: 32 } as const;
const RIBBON_TIPS = 18;

/** The number of favours that the panel has room for. */
const FAVOURS = 5;

export type Places = ReadonlyMap<string, Point>;

export interface Ribbon {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly size: number;
}

export interface Layout {
  readonly unit: number;
  readonly frame: Box;
  readonly ribbons: ReadonlyMap<string, Ribbon>;
  /** By city and ability, `warburg.keys`. */
  readonly scrolls: ReadonlyMap<string, Point>;
  readonly markers: ReadonlyMap<string, Point>;
  readonly taverns: ReadonlyMap<string, Point>;
  /** Offsets of tags, by space and by route. */
  readonly tags: ReadonlyMap<string, Point>;
  readonly special: Point;
  readonly completed: Point;
  readonly favours: Point | undefined;
  readonly compass: readonly [x: number, y: number, radius: number];
  /** Everything that names and trees must not cover. */
  readonly obstacles: Obstacles;
  /** The stored layout, if the board has one. */
  readonly stored: StoredLettering | undefined;
}

const layouts = new WeakMap<TeutonicaBoard, Map<number, Layout>>();

/** The layout of a board with names of a given size; it does not depend on the position. */
export function layoutOf(board: TeutonicaBoard, lettering: number): Layout {
  const known = layouts.get(board) ?? new Map<number, Layout>();
  layouts.set(board, known);
  const layout = known.get(lettering) ?? new LayoutBuilder(board, lettering).layout();
  known.set(lettering, layout);
  return layout;
}

/** A layout whose positions are found with many rounds of search, and those positions; `npm run layouts` stores them. */
export function newLayout(board: TeutonicaBoard, lettering: number, rounds: number): readonly [Layout, Places] {
  return new LayoutBuilder(board, lettering).searched(rounds);
}

/** The drawing unit: tall boards are drawn larger, because they are shown smaller. */
export function unitOf(board: TeutonicaBoard): number {
  return board.size[0] > board.size[1] ? 1 : 1.42;
}

/** How wide the houses of a city are. */
export function rowWidth(city: CityData, unit: number): number {
  return Math.max(1, city.posts.length) * HOUSE * unit;
}

/** The middle of a printed post of a city. */
export function postAt(city: CityData, place: number, unit: number): Point {
  return [city.xy[0] + (place - (city.posts.length - 1) / 2) * HOUSE * unit, city.xy[1] + unit];
}

const frontCities = new WeakMap<TeutonicaBoard, ReadonlySet<string>>();

/** The cities whose extra posts stand in front, because the map ends or a route runs where they would stand. */
function citiesWithoutRoom(board: TeutonicaBoard): ReadonlySet<string> {
  const known = frontCities.get(board) ?? new Set(board.cities.filter((city) => !hasRoom(city, board)).map(({ id }) => id));
  frontCities.set(board, known);
  return known;
}

function hasRoom(city: CityData, board: TeutonicaBoard): boolean {
  const unit = unitOf(board);
  const right = city.xy[0] - rowWidth(city, unit) / 2;
  const box = { left: right - 1.6 * LEAN_TO * unit, right, top: city.xy[1] - 10 * unit, bottom: city.xy[1] + 14 * unit };
  const spaces = board.routes.flatMap(({ points }) => points);
  return box.left > board.frame[0] && spaces.every(([x, y]) => distanceTo(box, x, y) > (SPACE - 3) * unit);
}

/** The middle of an extra post, counted from the printed posts outwards. */
export function leanToAt(city: CityData, outwards: number, board: TeutonicaBoard): Point {
  const unit = unitOf(board);
  const left = city.xy[0] - rowWidth(city, unit) / 2;
  const along = (outwards + 0.5) * LEAN_TO * unit;
  if (citiesWithoutRoom(board).has(city.id)) return [left + along, city.xy[1] + 32 * unit];
  return [left - along, city.xy[1] + unit];
}

/** Computes the layout of one board. */
class LayoutBuilder {
  readonly unit: number;
  readonly frame: Box;
  readonly cities: ReadonlyMap<string, CityData>;
  readonly obstacles = new Obstacles();

  constructor(
    readonly board: TeutonicaBoard,
    readonly lettering: number,
  ) {
    const [left, top, right, bottom] = board.frame;
    this.unit = unitOf(board);
    this.frame = { left: left + 3, top: top + 3, right: right - 3, bottom: bottom - 3 };
    this.cities = citiesOf(board);
  }

  layout(): Layout {
    const stored = storedLayout(this.board.id, this.lettering);
    const items = this.#items();
    return this.#with(items, stored ? new Map(Object.entries(stored.places)) : this.#placed(items), stored);
  }

  searched(rounds: number): readonly [Layout, Places] {
    const items = this.#items();
    const found = [...this.#placed(items, rounds)].map(([key, [x, y]]) => [key, [Math.round(x), Math.round(y)]] as const);
    const places = new Map(found);
    return [this.#with(items, places), places];
  }

  #with(items: readonly Item[], places: Places, stored?: StoredLettering): Layout {
    for (const item of items) {
      const [x, y] = places.get(item.key) as Point;
      this.obstacles.add(boxAround(x, y, item.width, item.height), 2);
    }
    return { ...this.#assembled(places), stored };
  }

  #placed(items: readonly Item[], rounds?: number): Places {
    return new PlacementSolver(items, this.obstacles, this.frame).run(rounds);
  }

  #items(): Item[] {
    this.#blockCities();
    this.#blockRoutes();
    this.#blockProvinces();
    this.#blockScenery();
    return [...this.#panels(), ...this.#ribbonItems(), ...this.#scrollItems(), ...this.#routeItems()];
  }

  #assembled(places: Places): Omit<Layout, "stored"> {
    const tags = this.#tags();
    return {
      unit: this.unit,
      frame: this.frame,
      ribbons: new Map(this.board.cities.map((city) => [city.id, this.#ribbon(city, places)])),
      scrolls: partOf(places, "scroll"),
      markers: partOf(places, "marker"),
      taverns: partOf(places, "tavern"),
      tags,
      special: places.get("special:") as Point,
      completed: places.get("completed:") as Point,
      favours: places.get("favours:"),
      compass: this.#compass(),
      obstacles: this.obstacles,
    };
  }

  #block(x: number, y: number, width: number, height: number, weight: number): void {
    this.obstacles.add(boxAround(x, y, width * this.unit, height * this.unit), weight);
  }

  #blockCities(): void {
    const u = this.unit;
    for (const city of this.board.cities) {
      const [x, y] = city.xy;
      const half = rowWidth(city, u) / 2;
      const roof = city.posts.length > 0 || city.green ? ROOF : 0;
      this.obstacles.add({ left: x - half, right: x + half, top: y - roof * u, bottom: y + BASE * u }, 6);
      if (city.green) this.#block(x + (17 + LEAN_TO) * u, y, 2 * LEAN_TO, 34, 3);
      if (city.green) continue;
      const front = citiesWithoutRoom(this.board).has(city.id);
      for (const [n, weight] of (front ? [2.5, 0.5] : [0.4, 0.15]).entries()) {
        const [leanX, leanY] = leanToAt(city, n, this.board);
        this.#block(leanX, leanY, LEAN_TO, 30, weight);
      }
    }
  }

  #blockRoutes(): void {
    for (const route of this.board.routes) {
      const line = lineOf(route, this.cities);
      route.points.forEach(([x, y], n) => {
        const size = route.spaces[n] === "merchant" ? 26 : 23;
        this.#block(x, y, size, size, 9);
      });
      for (let step = 0; step <= 24; step += 1) {
        const [x, y] = pointAlong(line, step / 24);
        this.#block(x, y, 8, 8, 0.5);
      }
    }
  }

  #blockProvinces(): void {
    const { provinces = [], soldiers = [] } = this.board.two_player ?? {};
    for (const { xy } of provinces) this.#block(xy[0], xy[1] - 4, 24, 30, 2);
    for (const { xy } of soldiers) this.#block(xy[0], xy[1], 18, 30, 4);
  }

  #blockScenery(): void {
    const { names, ships, compass } = geographyOf(this.board);
    for (const [x, y, scale] of ships) this.obstacles.add(boxAround(x, y, 52 * scale, 44 * scale), 1);
    if (compass) this.obstacles.add(boxAround(compass[0], compass[1], 2 * compass[2], 2 * compass[2]), 1);
    for (const { kind, text, x, y, turn, size } of names) {
      const length = text.length * size * 0.72;
      const [width, height] = Math.abs(turn) > 45 ? [size, length] : [length, size];
      if (kind === "sea") this.obstacles.add(boxAround(x, y - size / 3, width, height), 2);
    }
  }

  #item(key: string, size: readonly [number, number], home: Point, pull: number, candidates: Point[]): Item {
    return { key, width: size[0] * this.unit, height: size[1] * this.unit, home, pull, candidates };
  }

  #panels(): Item[] {
    const { special_prestige: special, completed_cities_limit: limit } = this.board;
    const [left, top, right] = this.board.frame;
    const near = (reach: number): Point[] => aroundPoint(special.xy, reach * 1.4, reach, 7);
    const favours = [FAVOURS * FAVOUR.step + 12, FAVOUR.height + 4] as const;
    return [
      this.#item("special:", [SPECIAL.width + 4, SPECIAL.height + 4], special.xy, 3, near(60)),
      this.#item("completed:", [limit * CELL + 14, 42], [(left + right) / 2, top], 0.02, this.#grid()),
      ...(this.board.regions.length === 0 ? [this.#item("favours:", favours, special.xy, 0.1, this.#grid())] : []),
    ];
  }

  #grid(): Point[] {
    const { left, top, right, bottom } = this.frame;
    return aroundPoint([(left + right) / 2, (top + bottom) / 2], (right - left) / 2, (bottom - top) / 2, 12);
  }

  #ribbonSize(city: CityData): { width: number; height: number; size: number } {
    const size = 13 * this.lettering * this.unit;
    return { width: nameWidth(city.name, size) + 12 * this.unit, height: size * 1.3, size };
  }

  #ribbonItems(): Item[] {
    return this.board.cities.map((city) => {
      const { width, height } = this.#ribbonSize(city);
      const size = [width / this.unit + RIBBON_TIPS, height / this.unit + 1.5] as const;
      const [x, y] = city.xy;
      const places = ribbonPlaces(city, rowWidth(city, this.unit), size, this.unit);
      const item = this.#item(`ribbon:${city.id}`, size, [x, y + 8 * this.unit], 0.9, places);
      const others = this.board.cities.filter(({ id }) => id !== city.id).map((other) => this.#houses(other));
      return { ...item, penalty: (box) => ambiguity(box, this.#houses(city), others, this.unit) };
    });
  }

  #houses(city: CityData): Box {
    const [[x, y], half] = [city.xy, rowWidth(city, this.unit) / 2];
    return { left: x - half, right: x + half, top: y - ROOF * this.unit, bottom: y + BASE * this.unit };
  }

  #ribbon(city: CityData, places: Places): Ribbon {
    const [x, y] = places.get(`ribbon:${city.id}`) as Point;
    return { x, y, ...this.#ribbonSize(city) };
  }

  #scrollItems(): Item[] {
    return this.board.cities.flatMap((city) =>
      city.abilities.map((ability, n) => {
        const places = scrollPlaces(city, rowWidth(city, this.unit), n, this.unit);
        return this.#item(`scroll:${city.id}.${ability}`, [29, 28], places[0] as Point, 0.6, places);
      }),
    );
  }

  #routeItems(): Item[] {
    return this.board.routes.flatMap((route) => {
      const line = lineOf(route, this.cities);
      const middle = pointAlong(line, 0.5);
      const places = besideLine(line, this.unit);
      const marker = this.#item(`marker:${route.id}`, [32, 32], middle, 0.5, places);
      return route.tavern ? [marker, this.#item(`tavern:${route.id}`, [25, 30], middle, 0.5, places)] : [marker];
    });
  }

  #tags(): Map<string, Point> {
    const u = this.unit;
    const taken = this.obstacles.copy();
    const found = new Map<string, Point>();
    const settle = (key: string, at: Point, width: number, places: Point[], pull: number): void => {
      const cost = ([x, y]: Point): number =>
        taken.cost(boxAround(x, y, width, 17 * u)) + pull * Math.hypot(x - at[0], y - at[1]);
      const best = places.reduce((one, other) => (cost(other) < cost(one) ? other : one));
      taken.add(boxAround(best[0], best[1], width, 17 * u), 2);
      found.set(key, [best[0] - at[0], best[1] - at[1]]);
    };
    for (const route of this.board.routes) {
      route.points.forEach(([x, y], n) => settle(`${route.id}.${n + 1}`, [x, y], 25 * u, pointsAround(x, y, u), 0));
    }
    for (const route of this.board.routes) this.#pill(route, settle);
    return found;
  }

  #pill(route: RouteData, settle: (key: string, at: Point, width: number, places: Point[], pull: number) => void): void {
    const line = lineOf(route, this.cities);
    settle(route.id, pointAlong(line, 0.5), 110 * this.unit, besideLine(line, this.unit), 4);
  }

  #compass(): readonly [number, number, number] {
    const { left, top, right, bottom } = this.frame;
    let best: readonly [number, number, number] = [0, 0, 0];
    for (const [x, y] of this.#grid()) {
      let room = Math.min(x - left, right - x, y - top, bottom - y, 52 * this.unit);
      if (room <= best[2]) continue;
      this.obstacles.near(boxAround(x, y, 2 * room, 2 * room), ({ box }) => {
        room = Math.min(room, distanceTo(box, x, y));
      });
      if (room > best[2]) best = [x, y, room];
    }
    return [best[0], best[1], best[2] - 3 * this.unit];
  }
}

function pointsAround(x: number, y: number, unit: number): Point[] {
  return [-45, 45, -135, 135, -90, 90, 0, 180].map((degrees): Point => {
    const angle = (degrees * Math.PI) / 180;
    return [x + Math.cos(angle) * 21 * unit, y + Math.sin(angle) * 17 * unit];
  });
}

function partOf(places: Places, kind: string): Map<string, Point> {
  const prefix = `${kind}:`;
  return new Map([...places].flatMap(([key, at]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), at]] : [])));
}

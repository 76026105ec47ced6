/** Boards and positions of Hansa Teutonica as they come from the server. */

import type { Point } from "../../board/geometry";
import type { Owner, Scene } from "../../board/painter";

export type Kind = "t" | "m";
export type PieceWord = readonly [owner: Owner, kind: Kind];
export type Privilege = "white" | "orange" | "pink" | "black";
export type Ability = "keys" | "actions" | "privilege" | "book" | "bank";

export interface PostWord {
  readonly privilege: Privilege;
  readonly shape: "square" | "circle";
  readonly coin: number;
}

export interface CityWord {
  readonly id: string;
  readonly name: string;
  readonly xy: Point;
  readonly abilities: readonly Ability[];
  readonly green: boolean;
  readonly regions: readonly string[];
  readonly posts: readonly PostWord[];
}

export interface RouteWord {
  readonly id: string;
  readonly ends: readonly [string, string];
  readonly spaces: readonly ("any" | "merchant")[];
  readonly points: readonly Point[];
  readonly tavern: boolean;
  readonly permanent: string | null;
  readonly region: string | null;
}

export interface ProvinceWord {
  readonly id: string;
  readonly cities: readonly string[];
  readonly xy: Point;
}

export interface SoldierWord {
  readonly id: string;
  readonly between: readonly [string, string];
  readonly xy: Point;
}

export interface TeutonicaBoard {
  readonly id: string;
  readonly size: readonly [width: number, height: number];
  readonly frame: readonly [number, number, number, number];
  readonly completed_cities_limit: number;
  readonly east_west: { readonly cities: readonly [string, string] };
  readonly special_prestige: {
    readonly xy: Point;
    readonly spaces: readonly { readonly points: number; readonly privilege: Privilege }[];
  };
  readonly regions: readonly { readonly id: string; readonly prestige: readonly number[] }[];
  readonly cities: readonly CityWord[];
  readonly routes: readonly RouteWord[];
  readonly two_player?: { readonly provinces: readonly ProvinceWord[]; readonly soldiers: readonly SoldierWord[] };
}

type BySeat<T> = Readonly<Record<string, T>>;

export interface TeutonicaPosition {
  readonly turn?: number;
  readonly active?: number;
  readonly actions?: number;
  readonly spaces?: Readonly<Record<string, PieceWord>>;
  readonly posts?: Readonly<Record<string, readonly (PieceWord | null)[]>>;
  readonly extra_posts?: Readonly<Record<string, readonly PieceWord[]>>;
  readonly green_posts?: Readonly<Record<string, readonly (readonly [Owner, Kind, string])[]>>;
  readonly supply?: BySeat<readonly [number, number]>;
  readonly stock?: BySeat<readonly [number, number]>;
  readonly abilities?: BySeat<Readonly<Partial<Record<Ability, number>>>>;
  readonly score?: BySeat<number>;
  readonly markers_on_routes?: Readonly<Record<string, string>>;
  readonly attached?: Readonly<Record<string, readonly (readonly [number, string])[]>>;
  readonly unused_markers?: BySeat<readonly string[]>;
  readonly used_markers?: BySeat<readonly string[]>;
  readonly plate?: BySeat<number | readonly string[]>;
  readonly special?: Readonly<Record<string, number>>;
  readonly east_west_done?: readonly Owner[];
  readonly favours?: BySeat<readonly string[]>;
  readonly favour_display?: readonly string[];
  readonly missions?: BySeat<readonly string[]>;
  readonly pawn?: string;
  readonly pawn_moved?: false | "before" | "after";
  readonly pending?: { readonly hand?: readonly (readonly (string | number)[])[] };
}

/** What follows from a position by the rules; the server tells it, and without it it is not drawn. */
export interface TeutonicaStanding {
  /** Who controls each city. */
  readonly control?: Readonly<Record<string, Owner>>;
  /** Posts in the largest network of each seat. */
  readonly networks?: BySeat<number>;
}

export function boardOf(scene: { readonly board: unknown }): TeutonicaBoard {
  return scene.board as TeutonicaBoard;
}

export function positionOf(scene: Scene): TeutonicaPosition {
  return scene.position as TeutonicaPosition;
}

export function standingOf(scene: Scene): TeutonicaStanding {
  return (scene.standing ?? {}) as TeutonicaStanding;
}

const cities = new WeakMap<TeutonicaBoard, ReadonlyMap<string, CityWord>>();

/** The cities of a board by id. */
export function citiesOf(board: TeutonicaBoard): ReadonlyMap<string, CityWord> {
  const found = cities.get(board) ?? new Map(board.cities.map((city) => [city.id, city]));
  cities.set(board, found);
  return found;
}

/** The line of a route through its spaces, from city to city. */
export function lineOf(route: RouteWord, cities: ReadonlyMap<string, CityWord>): Point[] {
  const [first, second] = route.ends.map((id) => (cities.get(id) as CityWord).xy);
  return [first as Point, ...route.points, second as Point];
}

/** Whether a city is drawn as complete: something stands on each of its printed posts. */
export function isFull(city: CityWord, position: TeutonicaPosition): boolean {
  const posts = position.posts?.[city.id] ?? [];
  return city.posts.length > 0 && posts.filter(Boolean).length === city.posts.length;
}

/** The boards, positions and components of Hansa Teutonica as the server sends them. */

import type { Point } from "../../board/geometry";
import type { Owner, Scene } from "../../board/painter";

export type Kind = "t" | "m";
export type PieceData = readonly [owner: Owner, kind: Kind];
export type Privilege = "white" | "orange" | "pink" | "black";
export type Ability = "keys" | "actions" | "privilege" | "book" | "bank";

export interface PostData {
  readonly privilege: Privilege;
  readonly shape: "square" | "circle";
  readonly coin: number;
}

export interface CityData {
  readonly id: string;
  readonly name: string;
  readonly xy: Point;
  readonly abilities: readonly Ability[];
  readonly green: boolean;
  readonly regions: readonly string[];
  readonly posts: readonly PostData[];
}

export interface RouteData {
  readonly id: string;
  readonly ends: readonly [string, string];
  readonly spaces: readonly ("any" | "merchant")[];
  readonly points: readonly Point[];
  readonly tavern: boolean;
  readonly permanent: string | null;
  readonly region: string | null;
}

export interface ProvinceData {
  readonly id: string;
  readonly cities: readonly string[];
  readonly xy: Point;
}

export interface SoldierData {
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
    /** The routes for which it is taken. */
    readonly routes: readonly string[];
    readonly spaces: readonly { readonly points: number; readonly privilege: Privilege }[];
  };
  readonly regions: readonly { readonly id: string; readonly prestige: readonly number[] }[];
  readonly cities: readonly CityData[];
  readonly routes: readonly RouteData[];
  readonly two_player?: { readonly provinces: readonly ProvinceData[]; readonly soldiers: readonly SoldierData[] };
}

type BySeat<T> = Readonly<Record<string, T>>;

/** What has to be decided; the last task comes first. */
export interface TaskData {
  readonly task: string;
  readonly route?: string;
  readonly marker?: string;
  /** Whose displaced piece is put back, its kind while it is not, and how many pieces may be added. */
  readonly owner?: Owner;
  readonly displaced?: Kind | null;
  readonly extras?: number;
  /** How many more pieces may be lifted. */
  readonly left?: number;
}

export interface TeutonicaPosition {
  readonly turn?: number;
  readonly active?: number;
  readonly actions?: number;
  readonly spaces?: Readonly<Record<string, PieceData>>;
  readonly posts?: Readonly<Record<string, readonly (PieceData | null)[]>>;
  readonly extra_posts?: Readonly<Record<string, readonly PieceData[]>>;
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
  readonly pending?: { readonly hand?: readonly (readonly (string | number)[])[]; readonly tasks?: readonly TaskData[] };
}

/** The displacement that is being answered. */
export interface DisplacementData {
  readonly owner: Owner;
  readonly by: number;
  readonly route: string;
  /** The kind of the displaced piece until it is placed. */
  readonly displaced: Kind | null;
  /** How many extra pieces may still be placed, and where they come from. */
  readonly extras: number;
  readonly source: "stock" | "supply" | "routes";
  readonly placed: number;
  /** Whether an own piece was lifted as an extra piece and has to be put down. */
  readonly in_hand: boolean;
  /** Whether a favour opens all spaces. */
  readonly anywhere: boolean;
  /** The distance of the open spaces, 1 for routes beside the displacement. */
  readonly ring: number;
  /** The spaces by rank: open now, and open when none of these is left. */
  readonly spaces: Readonly<Record<string, readonly string[]>>;
}

/** What the server derives from a position by the rules; without it, it is not drawn. */
export interface TeutonicaDerivedState {
  /** Who controls each city. */
  readonly control?: Readonly<Record<string, Owner>>;
  /** The completed cities. */
  readonly completed?: readonly string[];
  /** Posts in the largest network of each seat. */
  readonly networks?: BySeat<number>;
  /** The lines of the score sheet that can count. */
  readonly score_lines?: readonly string[];
  readonly displacement?: DisplacementData;
}

/** A printed value: a number, the colour of a privilege, or `all` for the whole stock. */
export type AbilityValue = number | string;

/** The tables of the rules that are printed on desks and markers, from the game's description. */
export interface TeutonicaComponents {
  readonly abilities?: Readonly<Record<Ability, readonly AbilityValue[]>>;
  /** The pieces paid for displacing a piece, by its kind. */
  readonly displacement_fees?: Readonly<Record<Kind, number>>;
  readonly markers?: Readonly<Record<string, { readonly use: string; readonly value: number }>>;
  /** The score that ends the game. */
  readonly final_score?: number;
}

export function boardOf(scene: { readonly board: unknown }): TeutonicaBoard {
  return scene.board as TeutonicaBoard;
}

export function positionOf(scene: Scene): TeutonicaPosition {
  return scene.position as TeutonicaPosition;
}

export function derivedStateOf(scene: Scene): TeutonicaDerivedState {
  return (scene.derived ?? {}) as TeutonicaDerivedState;
}

export function componentsOf(scene: Scene): TeutonicaComponents {
  return (scene.components ?? {}) as TeutonicaComponents;
}

const cities = new WeakMap<TeutonicaBoard, ReadonlyMap<string, CityData>>();

/** The cities of a board by id. */
export function citiesOf(board: TeutonicaBoard): ReadonlyMap<string, CityData> {
  const found = cities.get(board) ?? new Map(board.cities.map((city) => [city.id, city]));
  cities.set(board, found);
  return found;
}

/** The line of a route through its spaces, from city to city. */
export function lineOf(route: RouteData, cities: ReadonlyMap<string, CityData>): Point[] {
  const [first, second] = route.ends.map((id) => (cities.get(id) as CityData).xy);
  return [first as Point, ...route.points, second as Point];
}

/** The board and positions of Hansa as the server sends them. */

import type { Scene } from "../../board/painter";

export type Good = "orange" | "brown" | "red" | "green" | "blue" | "pink";
export type TileData = readonly [good: Good, barrels: number];

export interface PortData {
  readonly id: string;
  readonly name: string;
  readonly number: number;
  readonly warehouses: number;
}

export interface LaneData {
  readonly from: string;
  readonly to: string;
  readonly kind: "sea" | "overland";
}

export interface HansaBoard {
  readonly ports: readonly PortData[];
  readonly routes: readonly LaneData[];
  readonly posts: { readonly per_player: number };
}

type BySeat<T> = Readonly<Record<string, T>>;

export interface HansaPosition {
  readonly active?: number;
  readonly phase?: string;
  readonly ship?: string;
  readonly warehouses?: Readonly<Record<string, readonly (TileData | null)[]>>;
  readonly piles?: readonly number[];
  readonly posts?: Readonly<Record<string, BySeat<number>>>;
  readonly thalers?: BySeat<number>;
  readonly held?: BySeat<readonly TileData[]>;
  readonly sold?: BySeat<readonly TileData[]>;
}

/** What the server derives from a position by the rules; without it, it is not drawn. */
export interface HansaDerivedState {
  /** Who leads in each port. */
  readonly leaders?: Readonly<Record<string, number>>;
}

export function boardOf(scene: { readonly board: unknown }): HansaBoard {
  return scene.board as HansaBoard;
}

export function positionOf(scene: Scene): HansaPosition {
  return scene.position as HansaPosition;
}

export function derivedStateOf(scene: Scene): HansaDerivedState {
  return (scene.derived ?? {}) as HansaDerivedState;
}

/** How many posts a seat has not placed. */
export function postsLeft(scene: Scene, seat: number): number {
  const placed = Object.values(positionOf(scene).posts ?? {}).reduce((sum, port) => sum + (port[String(seat)] ?? 0), 0);
  return boardOf(scene).posts.per_player - placed;
}

/** The name of a tile in spots. */
export function tileId([good, barrels]: TileData): string {
  return `${good}-${barrels}`;
}

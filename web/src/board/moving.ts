/** What moves when a position changes, as the painters of games say it. */

import type { Component } from "svelte";
import type { Point } from "./geometry";
import type { GameEvent, Owner, Scene, SpotId } from "./scene";

/** An end of a way: a spot, a point of the map, or the desk or card of a player. */
export type Place = { readonly spot: SpotId } | { readonly at: Point } | { readonly owner: Owner };

/** What moves: a thing that the game draws, a light along a road, or points that someone earns. */
export type Moving =
  | { readonly sort: "thing"; readonly thing: unknown }
  | { readonly sort: "light" }
  | { readonly sort: "points"; readonly points: number; readonly owner: Owner };

/** Something that moves from place to place before the new position is seen there. */
export interface Motion {
  readonly moving: Moving;
  readonly way: readonly Place[];
  readonly ms: number;
  /** Whether it moves along an arc. */
  readonly arc?: boolean;
  /** Whether it is not seen before it moves. */
  readonly appears?: boolean;
  /** What of the new picture is hidden until it arrives, as a selector. */
  readonly reveals?: string;
}

/** What happened between two entries, what had happened before, and how long it may move in milliseconds. */
export interface Happening {
  readonly events: readonly GameEvent[];
  readonly earlier: readonly GameEvent[];
  /** The seats of this browser. */
  readonly held: readonly Owner[];
  /** Whether one of them made the moves. */
  readonly own: boolean;
  readonly limit: number;
}

/** A change of the position: what lay there before, what lies there now, what happened, and what had happened before. */
export interface Step {
  readonly before: Scene;
  readonly after: Scene;
  readonly events: readonly GameEvent[];
  readonly earlier: readonly GameEvent[];
  /** The seats of this browser: their pieces are put down and do not come from elsewhere. */
  readonly held: readonly Owner[];
}

/** The motions of a game. */
export interface GameMotions {
  /** Draws a thing that moves, around the origin and in units of the map. */
  readonly Thing: Component<{ thing: unknown; scene: Scene }>;
  /** What moves in a step: groups that move one after another. */
  motionsOf(step: Step): readonly (readonly Motion[])[];
}

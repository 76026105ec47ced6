/** What fills the empty parts of a map: a compass, names of countries, hills and trees. */

import { boxAround, type Point } from "../../board/geometry";
import type { ChartName, Geography } from "../chart/geography";
import { settledNames } from "../chart/names";
import { terrainOf, type Feature } from "../chart/terrain";
import type { Layout } from "./layout";

export interface Scenery {
  readonly compass: readonly [x: number, y: number, radius: number];
  readonly names: readonly ChartName[];
  readonly features: readonly Feature[];
}

const kept = new WeakMap<Layout, Scenery>();

/** The scenery of a layout; it is worked out once. */
export function sceneryOf(geography: Geography, layout: Layout): Scenery {
  const known = kept.get(layout) ?? made(geography, layout);
  kept.set(layout, known);
  return known;
}

function made(geography: Geography, layout: Layout): Scenery {
  const obstacles = layout.obstacles.copy();
  const compass = geography.compass ?? layout.compass;
  const ships = geography.ships.map(([x, y, scale]): [Point, number] => [[x, y], 60 * scale]);
  for (const [[x, y], size] of [[[compass[0], compass[1]], 2 * compass[2]] as [Point, number], ...ships]) {
    obstacles.add(boxAround(x, y, size, size), 2);
  }
  const names = settledNames(geography.names, obstacles, layout.frame);
  return { compass, names, features: terrainOf(geography, obstacles, layout.unit) };
}

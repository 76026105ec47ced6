/** The scenery in the free parts of a map: a compass, names of countries, hills and trees. */

import { boxAround, type Point } from "../../board/geometry";
import type { PlaceName, Geography } from "../../map/geography";
import { placedNames } from "../../map/placeNames";
import { featureFrom, terrainOf, type Feature } from "../../map/terrain";
import type { Layout } from "./layout";

export interface Scenery {
  readonly compass: readonly [x: number, y: number, radius: number];
  readonly names: readonly PlaceName[];
  readonly features: readonly Feature[];
}

const cache = new WeakMap<Layout, Scenery>();

/** The scenery of a layout: stored with it, or computed once. */
export function sceneryOf(geography: Geography, layout: Layout): Scenery {
  const known = cache.get(layout) ?? storedScenery(layout) ?? computedScenery(geography, layout);
  cache.set(layout, known);
  return known;
}

function storedScenery({ stored }: Layout): Scenery | undefined {
  const { compass, names, terrain } = stored ?? {};
  return compass && names && terrain && { compass, names, features: terrain.map(featureFrom) };
}

/** Compute the scenery of a layout. */
export function computedScenery(geography: Geography, layout: Layout): Scenery {
  const obstacles = layout.obstacles.copy();
  const compass = geography.compass ?? layout.compass;
  const ships = geography.ships.map(([x, y, scale]): [Point, number] => [[x, y], 60 * scale]);
  for (const [[x, y], size] of [[[compass[0], compass[1]], 2 * compass[2]] as [Point, number], ...ships]) {
    obstacles.add(boxAround(x, y, size, size), 2);
  }
  const names = placedNames(geography.names, obstacles, layout.frame);
  return { compass, names, features: terrainOf(geography, obstacles, layout.unit) };
}

/** Keeps the objects of spots that did not change from one scene to the next, so that only the others are drawn again. */

import type { Spot, SpotId, SpotMap } from "./painter";

function equals(one: Spot, other: Spot): boolean {
  const keys = Object.keys(one) as (keyof Spot)[];
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key] || String(one[key]) === String(other[key]));
}

/** Returns a function that replaces the spots of a map by equal ones of the map before it. */
export function stableSpots(): (map: SpotMap) => SpotMap {
  let known: ReadonlyMap<SpotId, Spot> = new Map();
  return (map) => {
    const spots = new Map<SpotId, Spot>();
    for (const [id, spot] of map.spots) {
      const before = known.get(id);
      spots.set(id, before && equals(spot, before) ? before : spot);
    }
    known = spots;
    return { ...map, spots };
  };
}

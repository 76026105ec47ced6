/** Computes the stored part of the map again; run by `npm run layouts`. */

import { storedFeature } from "../../map/terrain";
import baltic from "../../../../src/kontor/games/hansa/data/maps/baltic.json";
import { scatteredFeatures } from "./scenery";
import type { HansaBoard } from "./types";

/** The files of maps by their names, for boards by their ids. */
export function computedMaps(boards: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const maps = Object.values(boards).map((board) => {
    const terrain = scatteredFeatures(board as HansaBoard).map(storedFeature);
    return ["baltic.json", { ...baltic, terrain }] as const;
  });
  return Object.fromEntries(maps);
}

/** The hills and trees of the map, off ports, lanes and piles. */

import { boxAround, pointAlong } from "../../board/geometry";
import { Obstacles } from "../../map/placement";
import { featureFrom, terrainOf, type Feature, type StoredFeature } from "../../map/terrain";
import baltic from "../../../../src/kontor/games/hansa/data/maps/baltic.json";
import { GEOGRAPHY, laneLine, PILES, portAt } from "./layout";
import type { HansaBoard } from "./types";

/** The hills and trees of the map, as they are stored. */
export const FEATURES: readonly Feature[] = (baltic.terrain as unknown as readonly StoredFeature[]).map(featureFrom);

/** Scatter hills and trees over the map again; `npm run layouts` stores them. */
export function scatteredFeatures(board: HansaBoard): readonly Feature[] {
  const obstacles = new Obstacles();
  for (const { id } of board.ports) {
    const [x, y] = portAt(id, board);
    obstacles.add(boxAround(x, y + 12, 160, 140));
  }
  for (const lane of board.routes) {
    const line = laneLine(lane, board);
    for (let step = 0; step <= 20; step += 1) obstacles.add(boxAround(...pointAlong(line, step / 20), 26, 26));
  }
  obstacles.add(boxAround(PILES[0] - 18, PILES[1], 274, 96));
  const [x = 0, y = 0, radius = 0] = GEOGRAPHY.compass ?? [];
  obstacles.add(boxAround(x, y, 2 * radius, 2 * radius));
  return terrainOf(GEOGRAPHY, obstacles, 1);
}

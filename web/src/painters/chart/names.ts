/** Names of countries are moved to where they touch nothing. */

import { boxAround, overhang, type Box, type Point } from "../../board/geometry";
import type { ChartName } from "./geography";
import type { Obstacles } from "./placing";

const REACH = 108;
const STEP = 9;
const SHRINKING = [1, 0.8, 0.65];

/** The most a name may cover; a name that finds no free place is left out. */
const MOST = 90;

/** Names with their final places; names of seas stay where they were set. */
export function settledNames(names: readonly ChartName[], obstacles: Obstacles, frame: Box): ChartName[] {
  return names.flatMap((name) => (name.kind === "sea" ? name : settled(name, obstacles, frame)));
}

function settled(name: ChartName, obstacles: Obstacles, frame: Box): ChartName[] {
  let best: readonly [at: Point, size: number] = [[name.x, name.y], name.size];
  let least = Infinity;
  for (const size of SHRINKING.map((share) => share * name.size)) {
    const width = name.text.length * size * 1.2;
    for (let dx = -REACH; dx <= REACH; dx += STEP) {
      for (let dy = -REACH; dy <= REACH; dy += STEP) {
        const box = boxAround(name.x + dx, name.y + dy, width, size);
        const apart = 0.3 * Math.hypot(dx, dy) + 4 * (name.size - size);
        const cost = obstacles.cost(box) + 60 * overhang(box, frame) + apart;
        if (cost < least) [best, least] = [[[name.x + dx, name.y + dy], size], cost];
      }
    }
  }
  if (least > MOST) return [];
  const [[x, y], size] = best;
  obstacles.add(boxAround(x, y, name.text.length * size * 1.2, size), 2);
  return [{ ...name, size, x, y: y + size * 0.35 }];
}

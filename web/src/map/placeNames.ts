/** Moves the names of countries to free places. */

import { boxAround, overhang, type Box, type Point } from "../board/geometry";
import type { PlaceName } from "./geography";
import type { Obstacles } from "./placement";

const LONGEST_SHIFT = 108;
const STEP = 9;
const SIZES = [1, 0.8, 0.65];

/** A name whose best position costs more is left out. */
const HIGHEST_COST = 90;

/** Names at their final positions; names of seas stay where they are. */
export function placedNames(names: readonly PlaceName[], obstacles: Obstacles, frame: Box): PlaceName[] {
  return names.flatMap((name) => (name.kind === "sea" ? name : placed(name, obstacles, frame)));
}

function placed(name: PlaceName, obstacles: Obstacles, frame: Box): PlaceName[] {
  let best: readonly [at: Point, size: number] = [[name.x, name.y], name.size];
  let least = Infinity;
  for (const size of SIZES.map((share) => share * name.size)) {
    const width = name.text.length * size * 1.2;
    for (let dx = -LONGEST_SHIFT; dx <= LONGEST_SHIFT; dx += STEP) {
      for (let dy = -LONGEST_SHIFT; dy <= LONGEST_SHIFT; dy += STEP) {
        const box = boxAround(name.x + dx, name.y + dy, width, size);
        const apart = 0.3 * Math.hypot(dx, dy) + 4 * (name.size - size);
        const cost = obstacles.cost(box) + 60 * overhang(box, frame) + apart;
        if (cost < least) [best, least] = [[[name.x + dx, name.y + dy], size], cost];
      }
    }
  }
  if (least > HIGHEST_COST) return [];
  const [[x, y], size] = best;
  obstacles.add(boxAround(x, y, name.text.length * size * 1.2, size), 2);
  return [{ ...name, size, x, y: y + size * 0.35 }];
}

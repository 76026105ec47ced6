/** Hills and trees of the Baltic, kept off ports, lanes and the piles. */

import { boxAround, pointAlong } from "../../board/geometry";
import { Obstacles } from "../chart/placing";
import { terrainOf, type Feature } from "../chart/terrain";
import { GEOGRAPHY, laneLine, PILES, portAt } from "./sea";
import type { HansaBoard } from "./words";

const kept = new WeakMap<HansaBoard, readonly Feature[]>();

function made(board: HansaBoard): readonly Feature[] {
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

/** The hills and trees of the board. */
export function featuresOf(board: HansaBoard): readonly Feature[] {
  const known = kept.get(board) ?? made(board);
  kept.set(board, known);
  return known;
}

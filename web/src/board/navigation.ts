/** Moves the focus over the map with arrow keys, and finds the spot under a pointer. */

import { distance, distanceFromLine, type Point } from "./geometry";
import type { Spot } from "./painter";

const HEADINGS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The direction of an arrow key. */
export function headingOf(key: string): Point | undefined {
  return HEADINGS[key];
}

/** The nearest spot in a direction; distance to the side counts more. */
export function nextSpot(spots: Iterable<Spot>, from: Spot, [hx, hy]: Point): Spot | undefined {
  let best: Spot | undefined;
  let least = Infinity;
  for (const spot of spots) {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const ahead = dx * hx + dy * hy;
    const aside = Math.abs(dx * hy - dy * hx);
    const cost = ahead + 2.2 * aside;
    if (ahead > 0.5 && aside <= 1.8 * ahead && cost < least) [best, least] = [spot, cost];
  }
  return best;
}

function distanceToSpot(spot: Spot, point: Point): number {
  if (spot.shape === "box") {
    const aside = Math.max(0, Math.abs(point[0] - spot.x) - spot.size);
    return Math.hypot(aside, Math.max(0, Math.abs(point[1] - spot.y) - (spot.height ?? spot.size)));
  }
  const away = spot.points ? distanceFromLine(spot.points, point) : distance([spot.x, spot.y], point);
  return Math.max(0, away - spot.size);
}

/** The spot under a point or nearest to it within a distance; of those under it the one with the nearest middle. */
export function spotAt(spots: Iterable<Spot>, point: Point, within: number): Spot | undefined {
  let best: Spot | undefined;
  let least = Infinity;
  for (const spot of spots) {
    const away = distanceToSpot(spot, point);
    const cost = away * 1000 + distance([spot.x, spot.y], point);
    if (away <= within && cost < least) [best, least] = [spot, cost];
  }
  return best;
}

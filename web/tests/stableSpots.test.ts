/** Spots that did not change keep their objects; those that changed are new. */

import { expect, test } from "vitest";
import type { Spot, SpotMap } from "../src/board/painter";
import { stableSpots } from "../src/board/stableSpots";

function mapOf(...spots: Spot[]): SpotMap {
  return { width: 100, height: 100, unit: 1, lettering: 1, spots: new Map(spots.map((spot) => [spot.id, spot])) };
}

const spot = (id: string, taken: boolean): Spot => ({ id, x: 1, y: 2, shape: "path", size: 3, taken, points: [[0, 0], [1, 2]] });

test("an equal spot keeps its object, another one does not", () => {
  const stable = stableSpots();
  const first = stable(mapOf(spot("a", false), spot("b", false)));
  const second = stable(mapOf(spot("a", false), spot("b", true), spot("c", false)));
  expect(second.spots.get("a")).toBe(first.spots.get("a"));
  expect(second.spots.get("b")).toEqual(spot("b", true));
  expect([...second.spots.keys()]).toEqual(["a", "b", "c"]);
  expect(stable(mapOf(spot("a", false))).spots.size).toBe(1);
});

/** Protects the geometry of the board: views, keyboard navigation, lines and window layouts. */

import { describe, expect, test } from "vitest";
import { distanceFromLine, isInside, pointAlong, roughen, smoothPath, type Point } from "../src/board/geometry";
import type { Spot } from "../src/board/painter";
import { centred, clamped, makingRoom, mapPoint, panned, revealing, whole, zoomed } from "../src/board/view";
import { nextSpot, spotAt } from "../src/board/navigation";
import { layoutForSize } from "../src/screens/windowLayout.svelte";

const MAP = { width: 1000, height: 700 };
const WINDOW = { width: 500, height: 500 };

describe("the view", () => {
  test("shows the whole map in the middle of its window", () => {
    expect(whole(MAP, WINDOW)).toEqual({ x: 0, y: 75, scale: 0.5 });
  });

  test("makes room by the shortest way, beyond the edges and farther away if need be", () => {
    const view = whole(MAP, WINDOW);
    const free = { left: 0, top: 300, right: 500, bottom: 500 };
    expect(makingRoom(view, { left: 10, top: 100, right: 60, bottom: 150 }, free, 0.5)).toEqual({ ...view, y: view.y + 200 });
    const near = makingRoom({ x: 0, y: 0, scale: 1 }, { left: 0, top: 0, right: 400, bottom: 400 }, free, 0.5);
    expect(near).toEqual({ x: 100, y: 300, scale: 0.5 });
  });

  test("keeps the point under the pointer while zooming", () => {
    const at: Point = [260, 300];
    const before = centred([500, 350], 1, MAP, WINDOW);
    const after = zoomed(before, 1.5, at, MAP, WINDOW);
    const [was, is] = [mapPoint(before, at), mapPoint(after, at)];
    expect(is[0]).toBeCloseTo(was[0]);
    expect(is[1]).toBeCloseTo(was[1]);
  });

  test("never zooms out past the whole map or in past the closest", () => {
    const view = whole(MAP, WINDOW);
    expect(zoomed(view, 0.1, [0, 0], MAP, WINDOW).scale).toBe(0.5);
    expect(zoomed(view, 100, [0, 0], MAP, WINDOW).scale).toBe(4);
  });

  test("never shows the table beside the map", () => {
    const view = centred([500, 350], 1, MAP, WINDOW);
    expect(panned(view, 9999, 9999, MAP, WINDOW)).toEqual({ x: 0, y: 0, scale: 1 });
    expect(panned(view, -9999, -9999, MAP, WINDOW)).toEqual({ x: -500, y: -200, scale: 1 });
  });

  test("moves just far enough to reveal a point", () => {
    const view = clamped({ x: 0, y: 0, scale: 1 }, MAP, WINDOW);
    expect(revealing(view, [100, 100], MAP, WINDOW)).toEqual(view);
    expect(revealing(view, [600, 100], MAP, WINDOW).x).toBe(500 - 48 - 600);
  });
});

function circle(id: string, x: number, y: number): Spot {
  return { id, x, y, shape: "circle", size: 10 };
}

describe("walking", () => {
  const here = circle("here", 100, 100);
  const east = circle("east", 160, 110);
  const farEast = circle("far-east", 300, 100);
  const south = circle("south", 110, 170);

  test("goes to the nearest spot in the direction of the arrow", () => {
    const spots = [here, east, farEast, south];
    expect(nextSpot(spots, here, [1, 0])).toBe(east);
    expect(nextSpot(spots, here, [0, 1])).toBe(south);
    expect(nextSpot(spots, here, [-1, 0])).toBeUndefined();
  });

  test("finds the spot under a finger, the nearest first", () => {
    expect(spotAt([here, east], [118, 102], 22)).toBe(here);
    expect(spotAt([here, east], [148, 106], 22)).toBe(east);
    expect(spotAt([here, east], [220, 300], 22)).toBeUndefined();
  });

  test("finds a route along its whole line", () => {
    const route: Spot = { ...circle("route", 50, 0), shape: "path", size: 4, points: [[0, 0], [100, 0], [100, 100]] };
    expect(spotAt([route], [103, 80], 2)).toBe(route);
    expect(spotAt([route], [50, 40], 2)).toBeUndefined();
  });
});

describe("lines", () => {
  test("are roughened in the same way each time, keeping their points", () => {
    const points: Point[] = [[0, 0], [100, 0], [100, 100]];
    const rough = roughen(points, 7, 0.15, false);
    expect(rough).toEqual(roughen(points, 7, 0.15, false));
    for (const point of points) expect(rough).toContainEqual(point);
  });

  test("are smooth paths through their points", () => {
    expect(smoothPath([[0, 0], [10, 0], [20, 10]], false)).toMatch(/^M0 0C.* 10 0C.* 20 10$/);
  });

  test("know their middle and the distance of a point", () => {
    const line: Point[] = [[0, 0], [100, 0], [100, 100]];
    expect(pointAlong(line, 0.5)).toEqual([100, 0]);
    expect(distanceFromLine(line, [50, 30])).toBe(30);
  });

  test("enclose what lies inside", () => {
    const square: Point[] = [[0, 0], [10, 0], [10, 10], [0, 10]];
    expect(isInside(square, [5, 5])).toBe(true);
    expect(isInside(square, [15, 5])).toBe(false);
  });
});

test.each([
  [1440, 900, false, "wide"],
  [1366, 768, false, "low"],
  [1440, 900, true, "tall"],
  [1100, 800, false, "middle"],
  [390, 844, false, "phone"],
  [820, 1180, false, "phone"],
  [844, 390, false, "rail"],
  [683, 384, true, "rail"],
  [1024, 768, false, "middle"],
] as const)("a window of %i × %i is arranged for its size", (width, height, tall, how) => {
  expect(layoutForSize(width, height, tall)).toBe(how);
});

/** Protects the placement of popovers: inside the window, beside the space and never on it. */

import { expect, test } from "vitest";
import { boxAround, overlap } from "../src/board/geometry";
import { boxOfSpots, dockAt, placePopover } from "../src/board/popoverPlacement";

const SIZE = { width: 300, height: 190 };
const WINDOWS = [
  { width: 836, height: 585 },
  { width: 390, height: 600 },
  { width: 694, height: 390 },
  { width: 320, height: 640 },
  { width: 844, height: 390 },
];

function at(x: number, y: number, window: { width: number; height: number }, gap = 26): ReturnType<typeof placePopover> {
  return placePopover({ anchor: boxAround(x, y, 30, 30), size: SIZE, window, gap });
}

test("it opens above, else to the right, to the left or below", () => {
  const window = { width: 836, height: 585 };
  expect(at(400, 400, window).side).toBe("above");
  expect(at(100, 100, window).side).toBe("right");
  expect(at(780, 100, window).side).toBe("left");
  expect(at(250, 60, { width: 500, height: 585 }).side).toBe("below");
  expect(at(400, 400, window).top + SIZE.height).toBe(400 - 26);
  expect(at(400, 400, window, 36).top + SIZE.height).toBe(400 - 36);
});

test.each(WINDOWS)("in a window of $width × $height it is inside, and the space is free after the map has moved", (window) => {
  for (let x = 15; x < window.width; x += 37) {
    for (let y = 15; y < window.height; y += 31) {
      const first = at(x, y, window, 36);
      const [dx, dy] = first.pan;
      const { left, top } = at(x + dx, y + dy, window, 36);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left + SIZE.width).toBeLessThanOrEqual(window.width);
      expect(top + SIZE.height).toBeLessThanOrEqual(window.height);
      const body = { left, top, right: left + SIZE.width, bottom: top + SIZE.height };
      expect(overlap(body, boxAround(x + dx, y + dy, 30, 30))).toBe(0);
    }
  }
});

test("its pointer stays on its side, near the space", () => {
  const corner = at(12, 400, { width: 836, height: 585 });
  expect(corner.side).toBe("above");
  expect(corner.pointer).toBe(17);
  expect(at(400, 400, { width: 836, height: 585 }).pointer).toBe(150);
});

test("the box of spots contains their rings and the whole line of a path", () => {
  const spots = [
    { id: "a", x: 10, y: 10, shape: "circle" as const, size: 5 },
    { id: "b", x: 0, y: 0, shape: "path" as const, size: 4, points: [[0, 0], [100, 50]] as const },
  ];
  expect(boxOfSpots(spots, { x: 3, y: 4, scale: 2 }, 1)).toEqual({ left: -15, top: -14, right: 221, bottom: 122 });
  expect(boxOfSpots([], { x: 0, y: 0, scale: 1 }, 1)).toBeUndefined();
});

test("what is wide lies at the foot of a narrow window, at the side of a low one, and beside its place in a large one", () => {
  expect(dockAt(SIZE, { width: 390, height: 600 })).toMatchObject({ edge: "foot", left: 45, top: 404, free: { bottom: 398 } });
  expect(dockAt(SIZE, { width: 694, height: 390 })).toMatchObject({ edge: "side", left: 388, free: { right: 382 } });
  expect(dockAt(SIZE, { width: 836, height: 585 })).toBeUndefined();
});

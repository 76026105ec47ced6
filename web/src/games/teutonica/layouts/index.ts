/** The stored positions of names and signs on the boards of this repository; `npm run layouts` computes them again. */

import type { Point } from "../../../board/geometry";
import britannia23 from "./britannia-2-3.json";
import britannia45 from "./britannia-4-5.json";
import east35 from "./east-3-5.json";
import hanse23 from "./hanse-2-3.json";
import hanse45 from "./hanse-4-5.json";

type Stored = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

const LAYOUTS: Readonly<Record<string, Stored>> = {
  "britannia-2-3": britannia23,
  "britannia-4-5": britannia45,
  "east-3-5": east35,
  "hanse-2-3": hanse23,
  "hanse-4-5": hanse45,
};

/** The stored positions for a board; undefined for another board, whose layout is computed when it is opened. */
export function storedPlaces(board: string, lettering: number): ReadonlyMap<string, Point> | undefined {
  const places = LAYOUTS[board]?.[String(lettering)];
  return places && new Map(Object.entries(places).map(([key, [x = 0, y = 0]]) => [key, [x, y]]));
}

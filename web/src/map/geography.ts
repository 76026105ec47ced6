/** The geography of a map: coasts, rivers, woods and names, set by hand. */

import type { Point } from "../board/geometry";

/** An area of hills or trees: centre, spread and count. */
export type Patch = readonly [x: number, y: number, spread: number, count: number];

export interface PlaceName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly size: number;
  readonly kind: "sea" | "land";
}

export interface Geography {
  /** Left, top, right and bottom of the map these points were set for. */
  readonly frame: readonly [number, number, number, number];
  readonly land: readonly (readonly Point[])[];
  readonly rivers: readonly (readonly Point[])[];
  readonly regions: Readonly<Record<string, readonly Point[]>>;
  readonly hills: readonly Patch[];
  readonly woods: readonly Patch[];
  readonly names: readonly PlaceName[];
  readonly ships: readonly (readonly [x: number, y: number, scale: number])[];
  readonly compass?: readonly [x: number, y: number, radius: number];
}

/** A geography as a JSON file holds it: pairs of numbers are only known to be lists there. */
export function geographyFrom(json: unknown): Geography {
  return json as Geography;
}

/** The same geography for a map with another frame. */
export function fittedTo(geography: Geography, frame: Geography["frame"]): Geography {
  const [l, t, r, b] = geography.frame;
  const [left, top, right, bottom] = frame;
  const place = ([x, y]: Point): Point => [
    left + ((x - l) * (right - left)) / (r - l),
    top + ((y - t) * (bottom - top)) / (b - t),
  ];
  const lines = (list: readonly (readonly Point[])[]): Point[][] => list.map((line) => line.map(place));
  const regions = Object.entries(geography.regions).map(([id, line]) => [id, line.map(place)] as const);
  return {
    ...geography,
    frame,
    land: lines(geography.land),
    rivers: lines(geography.rivers),
    regions: Object.fromEntries(regions),
  };
}

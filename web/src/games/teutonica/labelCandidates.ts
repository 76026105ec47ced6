/** The candidate positions of names, signs and markers. */

import { distance, type Box, type Point } from "../../board/geometry";
import type { CityData } from "./types";

const AMBIGUITY_COST = 12;
const CLEARLY_NEARER = 7;

function gap(one: Box, other: Box): number {
  const across = Math.max(0, one.left - other.right, other.left - one.right);
  return Math.hypot(across, Math.max(0, one.top - other.bottom, other.top - one.bottom));
}

/** The cost of a name that does not lie clearly nearest to its own houses. */
export function ambiguity(box: Box, own: Box, others: readonly Box[], unit: number): number {
  const nearest = Math.min(...others.map((other) => gap(box, other)));
  return AMBIGUITY_COST * Math.max(0, gap(box, own) + CLEARLY_NEARER * unit - nearest);
}

/** A grid of points around one. */
export function aroundPoint([x, y]: Point, reachX: number, reachY: number, step: number): Point[] {
  const found: Point[] = [];
  for (let dx = -reachX; dx <= reachX; dx += step) {
    for (let dy = -reachY; dy <= reachY; dy += step) found.push([x + dx, y + dy]);
  }
  return found;
}

/** Places for the name of a city: below its houses, above them, or beside them. */
export function ribbonPlaces(city: CityData, row: number, size: readonly [number, number], unit: number): Point[] {
  const [x, y] = city.xy;
  const [width, height] = [size[0] * unit, size[1] * unit];
  const found: Point[] = [];
  for (let dx = -88; dx <= 88; dx += 4) {
    for (const dy of [0, 3, 7, 12]) found.push([x + dx * unit, y + (14 + dy) * unit + height / 2]);
    for (const dy of [0, 4, 8, 13]) found.push([x + dx * unit, y - (29 + dy) * unit - height / 2]);
  }
  for (const side of [1, -1]) {
    for (let dy = -32; dy <= 24; dy += 4) {
      for (const gap of [1, 6]) found.push([x + side * (row / 2 + width / 2 + gap * unit), y + dy * unit]);
    }
  }
  return found;
}

/** Places for the n-th ability of a city: at either end of the row, above it or below it. */
export function scrollPlaces(city: CityData, row: number, n: number, unit: number): Point[] {
  const [x, y] = city.xy;
  const beside = row / 2 + (16.5 + 31 * n) * unit;
  const found: Point[] = [
    [x + beside, y],
    [x - beside, y],
  ];
  for (const dy of [-22, -14, 10, 18]) {
    found.push([x + row / 2 + 15 * unit, y + dy * unit], [x - row / 2 - 15 * unit, y + dy * unit]);
  }
  for (let dx = -40; dx <= 40; dx += 8) found.push([x + dx * unit, y - 44 * unit], [x + dx * unit, y + 46 * unit]);
  for (let dx = -40; dx <= 40; dx += 8) found.push([x + dx * unit, y + 29 * unit]);
  return found;
}

/** Places beside a line of points, on both sides and at several distances. */
export function besideLine(line: readonly Point[], unit: number): Point[] {
  const found: Point[] = [];
  for (let n = 1; n < line.length - 2; n += 1) {
    const [from, to] = [line[n] as Point, line[n + 1] as Point];
    const length = distance(from, to) || 1;
    const [nx, ny] = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
    for (const share of [0.3, 0.5, 0.7]) {
      const [x, y] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      for (const away of [22, 26, 31, 37]) {
        found.push([x + nx * away * unit, y + ny * away * unit], [x - nx * away * unit, y - ny * away * unit]);
      }
    }
  }
  for (const [x, y] of line.slice(1, -1)) {
    for (let angle = 0; angle < 2 * Math.PI; angle += Math.PI / 8) {
      for (const away of [27, 32]) found.push([x + Math.cos(angle) * away * unit, y + Math.sin(angle) * away * unit]);
    }
  }
  return found;
}

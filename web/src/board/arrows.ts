/** The shapes of arrows between spots of a map, and the places of their badges. */

import { pointAlong, short, type Point } from "./geometry";
import type { Arrow, Spot, SpotMap } from "./painter";

const GAP = 4;
const DROP: Point = [-22, -40];
const BEND = 0.2;
const HEAD = 11;
const BADGE_STEP = 21;

export interface ArrowShape {
  readonly arrow: Arrow;
  readonly to: Spot;
  /** The line of the arrow and its head; empty where the spot is a line itself. */
  readonly line: string;
  readonly head: string;
  readonly badge: Point;
}

function middle(spot: Spot): Point {
  return spot.points ? pointAlong(spot.points, 0.5) : [spot.x, spot.y];
}

/** How far the edge of a spot is from its middle in a direction of length 1. */
function reach(spot: Spot, [dx, dy]: Point): number {
  if (spot.shape === "path") return 0;
  if (spot.shape === "circle") return spot.size;
  const height = spot.height ?? spot.size;
  return Math.min(spot.size / Math.max(Math.abs(dx), 1e-6), height / Math.max(Math.abs(dy), 1e-6));
}

function direction([x1, y1]: Point, [x2, y2]: Point): Point {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  return [(x2 - x1) / length, (y2 - y1) / length];
}

function along([x, y]: Point, [dx, dy]: Point, by: number): Point {
  return [x + dx * by, y + dy * by];
}

/** The line and head of an arrow to a spot: on a curve from another spot, or straight from above. */
function stroke(from: Spot | undefined, to: Spot, unit: number): Pick<ArrowShape, "line" | "head"> {
  if (to.shape === "path") return { line: "", head: "" };
  const end: Point = [to.x, to.y];
  const start: Point = from ? middle(from) : [to.x + DROP[0] * unit, to.y + DROP[1] * unit];
  const [dx, dy] = direction(start, end);
  const bend = from ? BEND * Math.hypot(end[0] - start[0], end[1] - start[1]) : 0;
  const control: Point = [(start[0] + end[0]) / 2 + dy * bend, (start[1] + end[1]) / 2 - dx * bend];
  const out = direction(start, control);
  const into = direction(control, end);
  const back: Point = [-into[0], -into[1]];
  const tail = from ? along(start, out, reach(from, out) + GAP * unit) : start;
  const tip = along(end, back, reach(to, back) + GAP * unit);
  const neck = along(tip, back, HEAD * unit);
  const side = 0.55 * HEAD * unit;
  const corners = [tip, [neck[0] - into[1] * side, neck[1] + into[0] * side], [neck[0] + into[1] * side, neck[1] - into[0] * side]] as const;
  const text = ([x, y]: Point): string => `${short(x)} ${short(y)}`;
  return { line: `M${text(tail)}Q${text(control)} ${text(neck)}`, head: `M${corners.map(text).join("L")}Z` };
}

function badgeAt(spot: Spot, unit: number, before: number): Point {
  const shift = before * BADGE_STEP * unit;
  if (spot.shape === "path") return along(middle(spot), [1, 0], shift);
  return [spot.x + spot.size + 6 * unit + shift, spot.y - (spot.height ?? spot.size) - 6 * unit];
}

/** The shapes of arrows; those to spots that are not on the map are left out. */
export function arrowShapes(arrows: readonly Arrow[], { spots, unit }: Pick<SpotMap, "spots" | "unit">): ArrowShape[] {
  const shapes: ArrowShape[] = [];
  for (const arrow of arrows) {
    const to = spots.get(arrow.to);
    if (!to) continue;
    const before = shapes.filter((shape) => shape.to.id === to.id).length;
    shapes.push({ arrow, to, ...stroke(spots.get(arrow.from ?? ""), to, unit), badge: badgeAt(to, unit, before) });
  }
  return shapes;
}

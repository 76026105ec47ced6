/** Finds a place for a popover beside what it belongs to, inside the window of a map. */

import { overlap, type Box, type Point } from "./geometry";
import type { Spot } from "./painter";
import type { Size, View } from "./view";

export type Side = "above" | "right" | "left" | "below";

export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly side: Side;
  /** How far the pointer lies from the left or upper end of its side. */
  readonly pointer: number;
  /** How far the map has to move so that anchor and popover are both seen. */
  readonly pan: Point;
}

export interface PlacementRequest {
  /** What the popover belongs to and never covers, in pixels of the window. */
  readonly anchor: Box;
  readonly size: Size;
  readonly window: Size;
  /** The least distance between the middle of the anchor and the popover. */
  readonly gap: number;
}

const SIDES: readonly Side[] = ["above", "right", "left", "below"];
const MARGIN = 6;
/** Room for the pointer between an anchor and its popover. */
const CLEARANCE = 9;
const CORNER = 10;
/** Units of the map between a spot and the outside of its ring. */
const RING = 5;
const POINTER = 14;

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** The upper left corner of a popover at a side of its anchor, moved along that side into the window. */
function cornerAt(side: Side, { anchor, size, window, gap }: PlacementRequest): Point {
  const [x, y] = [(anchor.left + anchor.right) / 2, (anchor.top + anchor.bottom) / 2];
  const left = clamp(x - size.width / 2, MARGIN, Math.max(MARGIN, window.width - size.width - MARGIN));
  const top = clamp(y - size.height / 2, MARGIN, Math.max(MARGIN, window.height - size.height - MARGIN));
  if (side === "above") return [left, Math.min(y - gap, anchor.top - CLEARANCE) - size.height];
  if (side === "below") return [left, Math.max(y + gap, anchor.bottom + CLEARANCE)];
  if (side === "right") return [Math.max(x + gap, anchor.right + CLEARANCE), top];
  return [Math.min(x - gap, anchor.left - CLEARANCE) - size.width, top];
}

/** How far something from `start` to `end` has to move to lie inside a window. */
function shiftInto(start: number, end: number, length: number): number {
  if (start < MARGIN) return MARGIN - start;
  return Math.min(0, length - MARGIN - end);
}

type Span = readonly [start: number, end: number];

/** What a popover at a side and its anchor take together, from left to right and from top to bottom. */
function spansAt(side: Side, request: PlacementRequest): readonly [Span, Span] {
  const { anchor, size } = request;
  const [left, top] = cornerAt(side, request);
  const beside = side === "left" || side === "right";
  const across: Span = [Math.min(left, anchor.left), Math.max(left + size.width, anchor.right)];
  const along: Span = [Math.min(top, anchor.top), Math.max(top + size.height, anchor.bottom)];
  return beside ? [across, [anchor.top, anchor.bottom]] : [[anchor.left, anchor.right], along];
}

/** How far the map has to move so that a popover at a side, and its anchor, are inside the window. */
function panFor(side: Side, request: PlacementRequest): Point {
  const [across, along] = spansAt(side, request);
  return [shiftInto(...across, request.window.width), shiftInto(...along, request.window.height)];
}

/** The length of the way of the map, after which as little as possible is outside the window. */
function panCost(side: Side, request: PlacementRequest): number {
  const [across, along] = spansAt(side, request);
  const outside = (span: Span, length: number): number => Math.max(0, span[1] - span[0] - length + 2 * MARGIN);
  return Math.hypot(...panFor(side, request)) + 1000 * (outside(across, request.window.width) + outside(along, request.window.height));
}

function bodyAt([left, top]: Point, { width, height }: Size): Box {
  return { left, top, right: left + width, bottom: top + height };
}

function pointerOn(side: Side, [left, top]: Point, { anchor, size }: PlacementRequest): number {
  const reach = CORNER + POINTER / 2;
  if (side === "above" || side === "below") return clamp((anchor.left + anchor.right) / 2 - left, reach, size.width - reach);
  return clamp((anchor.top + anchor.bottom) / 2 - top, reach, size.height - reach);
}

function isInside(box: Box, window: Size): boolean {
  return box.left >= MARGIN && box.top >= MARGIN && box.right <= window.width - MARGIN && box.bottom <= window.height - MARGIN;
}

function placed(side: Side, at: Point, request: PlacementRequest, pan: Point): Placement {
  const { size, window } = request;
  const left = clamp(at[0], MARGIN, Math.max(MARGIN, window.width - size.width - MARGIN));
  const top = clamp(at[1], MARGIN, Math.max(MARGIN, window.height - size.height - MARGIN));
  return { left, top, side, pointer: pointerOn(side, [left, top], request), pan };
}

/** How much of the anchor a popover at a side would cover after being moved into the window. */
function covering(side: Side, request: PlacementRequest): number {
  const { left, top } = placed(side, cornerAt(side, request), request, [0, 0]);
  return overlap(bodyAt([left, top], request.size), request.anchor);
}

/**
 * Above the anchor, else to the right, to the left or below. Where it fits nowhere the map has to move: by the
 * shortest way that shows anchor and popover, and until then the popover covers as little of the anchor as possible.
 */
export function placePopover(request: PlacementRequest): Placement {
  const fitting = SIDES.find((side) => isInside(bodyAt(cornerAt(side, request), request.size), request.window));
  if (fitting) return placed(fitting, cornerAt(fitting, request), request, [0, 0]);
  const least = lowest((side) => covering(side, request) * 1000 + panCost(side, request));
  const nearest = lowest((side) => panCost(side, request));
  return placed(least, cornerAt(least, request), request, panFor(nearest, request));
}

function lowest(cost: (side: Side) => number): Side {
  return SIDES.reduce((best, side) => (cost(side) < cost(best) ? side : best));
}

/** A place at an edge of a small window, and what it leaves free. */
export interface Dock {
  readonly edge: "foot" | "side";
  readonly left: number;
  readonly top: number;
  readonly free: Box;
}

const LOW = 420;
const NARROW = 560;
/** What lies over the upper edge of a low map. */
const SEATS = 46;

/** Where something wide lies in a window that is too small for it beside a place: at the foot, or at the side of a low one. */
export function dockAt({ width, height }: Size, window: Size): Dock | undefined {
  const [left, top] = [window.width - width - MARGIN, window.height - height - MARGIN];
  const [right, bottom] = [window.width - MARGIN, window.height - MARGIN];
  if (window.height < LOW && window.width > window.height) return { edge: "side", left, top, free: { left: MARGIN, top: SEATS, right: left - MARGIN, bottom } };
  if (window.width >= NARROW) return undefined;
  return { edge: "foot", left: (window.width - width) / 2, top, free: { left: MARGIN, top: MARGIN, right, bottom: top - MARGIN } };
}

/** The box around some spots in pixels of the window, with their rings and some units below each. */
export function boxOfSpots(spots: readonly Spot[], view: View, unit: number, below = 0): Box | undefined {
  const corners = spots.flatMap(({ x, y, size, height = size, points }): Point[] => {
    const middles: readonly Point[] = points ?? [[x, y]];
    const [across, along] = [size + RING * unit, height + RING * unit];
    return middles.flatMap(([mx, my]): Point[] => [[mx - across, my - along], [mx + across, my + along + below * unit]]);
  });
  if (corners.length === 0) return undefined;
  const [xs, ys] = [corners.map(([x]) => view.x + x * view.scale), corners.map(([, y]) => view.y + y * view.scale)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

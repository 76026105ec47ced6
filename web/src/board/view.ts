/** Panning and zooming: where a map lies under its window. */

import type { Box, Point } from "./geometry";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The map's origin in window pixels, and pixels per map unit. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export const LARGEST_SCALE = 4;

/** The scale at which the whole map is seen. */
export function wholeScale(map: Size, window: Size): number {
  return Math.min(window.width / map.width, window.height / map.height);
}

/** The view that shows the whole map. */
export function whole(map: Size, window: Size): View {
  const scale = wholeScale(map, window);
  return { x: (window.width - map.width * scale) / 2, y: (window.height - map.height * scale) / 2, scale };
}

function clampedOrigin(origin: number, mapLength: number, windowLength: number): number {
  if (mapLength <= windowLength) return (windowLength - mapLength) / 2;
  return Math.max(windowLength - mapLength, Math.min(0, origin));
}

/** The nearest view without empty space beside the map. */
export function clamped(view: View, map: Size, window: Size): View {
  const scale = Math.max(wholeScale(map, window), Math.min(LARGEST_SCALE, view.scale));
  return {
    x: clampedOrigin(view.x, map.width * scale, window.width),
    y: clampedOrigin(view.y, map.height * scale, window.height),
    scale,
  };
}

/** The view after zooming by a factor while one point of the window keeps its place on the map. */
export function zoomed(view: View, factor: number, at: Point, map: Size, window: Size): View {
  const scale = Math.max(wholeScale(map, window), Math.min(LARGEST_SCALE, view.scale * factor));
  const ratio = scale / view.scale;
  return clamped({ x: at[0] - (at[0] - view.x) * ratio, y: at[1] - (at[1] - view.y) * ratio, scale }, map, window);
}

/** The view moved by some pixels. */
export function panned(view: View, dx: number, dy: number, map: Size, window: Size): View {
  return clamped({ ...view, x: view.x + dx, y: view.y + dy }, map, window);
}

/** The view moved by some pixels, even beyond the edges of the map. */
export function shifted(view: View, [dx, dy]: Point): View {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/** The way of something from `start` to `end` that leads between two ends by the shortest way. */
function wayInto(start: number, end: number, least: number, most: number): number {
  if (end - start > most - least) return (least + most - start - end) / 2;
  return Math.max(least - start, 0) || Math.min(most - end, 0);
}

/** The view, farther away if need be, in which a part of the map, in pixels of the window, lies in a free part of the window. */
export function makingRoom(view: View, part: Box, free: Box, leastScale: number): View {
  const [across, along] = [part.right - part.left, part.bottom - part.top];
  const fitting = Math.min(1, (free.right - free.left) / across, (free.bottom - free.top) / along);
  const factor = Math.min(1, Math.max(fitting, leastScale / view.scale));
  const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
  const dx = wayInto(x - (across * factor) / 2, x + (across * factor) / 2, free.left, free.right);
  const dy = wayInto(y - (along * factor) / 2, y + (along * factor) / 2, free.top, free.bottom);
  return { x: x - (x - view.x) * factor + dx, y: y - (y - view.y) * factor + dy, scale: view.scale * factor };
}

/** The view at a scale with a point of the map in the middle. */
export function centred(at: Point, scale: number, map: Size, window: Size): View {
  return clamped({ x: window.width / 2 - at[0] * scale, y: window.height / 2 - at[1] * scale, scale }, map, window);
}

/** The view moved just far enough that a point of the map is seen. */
export function revealing(view: View, at: Point, map: Size, window: Size, margin = 48): View {
  const [x, y] = [view.x + at[0] * view.scale, view.y + at[1] * view.scale];
  const dx = Math.max(margin - x, 0) || Math.min(window.width - margin - x, 0);
  const dy = Math.max(margin - y, 0) || Math.min(window.height - margin - y, 0);
  return panned(view, dx, dy, map, window);
}

/** The point of the map under a point of the window. */
export function mapPoint(view: View, [x, y]: Point): Point {
  return [(x - view.x) / view.scale, (y - view.y) / view.scale];
}

/** How long pieces move, along which way, and whether they move at all. */

import { prefersReducedMotion } from "svelte/motion";
import { settings } from "../theme/settings.svelte";
import type { Point } from "./geometry";
import type { Motion } from "./painter";

export const PLACE_MS = 180;
export const MOVE_MS = 320;
export const SWEEP_MS = 450;
export const LEAVE_MS = 260;
export const MARKER_MS = 400;
export const FIELD_MS = 60;
export const CAMERA_MS = 350;
/** The view does not move by itself so soon after a touch. */
export const CAMERA_REST_MS = 3000;
/** The longest time that a move of another player takes in all. */
export const RIVAL_MS = 600;

const ARC = 0.22;
const ARC_STEPS = 8;

/** Whether things move: neither the reader nor the system wants them still. */
export function isMoving(): boolean {
  return !prefersReducedMotion.current && !settings.still;
}

/** A motion with its begin and duration in milliseconds. */
export interface TimedMotion {
  readonly motion: Motion;
  readonly begin: number;
  readonly duration: number;
}

/** Let groups of motions follow each other; all of it is quickened when it would take longer than the limit. */
export function timed(groups: readonly (readonly Motion[])[], limit: number): TimedMotion[] {
  const lengths = groups.map((group) => Math.max(0, ...group.map(({ ms }) => ms)));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const share = total > limit ? limit / total : 1;
  let begin = 0;
  return groups.flatMap((group, n) => {
    const starts = begin;
    begin += (lengths[n] ?? 0) * share;
    return group.map((motion) => ({ motion, begin: starts, duration: motion.ms * share }));
  });
}

/** The points of a way: an arc between two points, otherwise the points themselves. */
export function wayThrough(points: readonly Point[], arc: boolean): readonly Point[] {
  const [from, to] = [points[0], points[1]];
  if (!arc || !from || !to || points.length !== 2) return points;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const height = ARC * Math.hypot(dx, dy);
  return Array.from({ length: ARC_STEPS + 1 }, (_, n): Point => {
    const share = n / ARC_STEPS;
    return [from[0] + dx * share, from[1] + dy * share - height * Math.sin(Math.PI * share)];
  });
}

/** Turns the motions of a game into animations across the window, in pixels and keyframes. */

import { distance, type Point } from "./geometry";
import { wayThrough, type TimedMotion } from "./motion";
import type { Moving, Owner, Place, Spot, SpotId } from "./painter";
import type { View } from "./view";

/** Where the map lies in the window, and what is on it. */
export interface Ground {
  /** The map's window, in pixels of the page. */
  readonly box: DOMRect;
  readonly view: View;
  spot(id: SpotId): Spot | undefined;
  /** The box of the desk or card of a player, if it is seen. */
  panel(owner: Owner): DOMRect | undefined;
}

/** Something that moves in the window, with its keyframes. */
export interface PageAnimation {
  readonly moving: Moving;
  readonly frames: Keyframe[];
  readonly timing: KeyframeAnimationOptions;
  /** The road that lights up, as a path in units of the map. */
  readonly road?: string;
  readonly reveals?: string;
  readonly ends: number;
}

/** How much smaller things are on desks and cards. */
const ON_PANEL = 0.62;
const RISE = 30;
const INSET = 18;

interface End {
  readonly at: Point;
  readonly scale: number;
}

function pagePoint({ box, view }: Ground, [x, y]: Point): Point {
  return [box.left + view.x + x * view.scale, box.top + view.y + y * view.scale];
}

function middleOf(box: DOMRect): Point {
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}

function within(low: number, high: number, value: number): number {
  return low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));
}

/** The point of a panel that is nearest to a point. */
function nearest(box: DOMRect, [x, y]: Point): Point {
  return [within(box.left + INSET, box.right - INSET, x), within(box.top + INSET, box.bottom - INSET, y)];
}

function onMap(place: Place, ground: Ground): Point | undefined {
  if ("at" in place) return pagePoint(ground, place.at);
  if ("owner" in place) return undefined;
  const spot = ground.spot(place.spot);
  return spot && pagePoint(ground, [spot.x, spot.y]);
}

function endOf(place: Place, ground: Ground, other: Point): End {
  const at = onMap(place, ground);
  if (at) return { at, scale: 1 };
  const panel = "owner" in place ? ground.panel(place.owner) : undefined;
  const { box } = ground;
  return { at: panel ? nearest(panel, other) : [other[0], box.top], scale: panel ? ON_PANEL : 1 };
}

function endsOf(way: readonly Place[], ground: Ground): End[] {
  const known = way.map((place) => onMap(place, ground)).find((point) => point !== undefined);
  const other = known ?? middleOf(ground.box);
  return way.map((place) => endOf(place, ground, other));
}

function placed([x, y]: Point, scale = 1): string {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
}

/** Keyframes along points, at a steady speed. */
function along(points: readonly Point[], scales: readonly [number, number]): Keyframe[] {
  const lengths = points.map((point, n) => (n > 0 ? distance(points[n - 1] as Point, point) : 0));
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  return points.map((point, n) => {
    gone += lengths[n] ?? 0;
    const share = n === points.length - 1 ? 1 : gone / total;
    return { transform: placed(point, scales[0] + (scales[1] - scales[0]) * share), offset: share };
  });
}

function roadOf(way: readonly Place[], ground: Ground): Spot | undefined {
  const [first] = way;
  return first && "spot" in first ? ground.spot(first.spot) : undefined;
}

function framesOf({ motion }: TimedMotion, ground: Ground): Keyframe[] {
  if (motion.moving.sort === "light") {
    const points = roadOf(motion.way, ground)?.points ?? [];
    return along(points.map((point) => pagePoint(ground, point)), [1, 1]);
  }
  const ends = endsOf(motion.way, ground);
  const [first, last] = [ends[0], ends.at(-1)];
  if (!first || !last) return [];
  if (motion.moving.sort === "points") {
    const [x, y] = first.at;
    return [
      { transform: placed([x, y - 8], 0.7), opacity: 0 },
      { transform: placed([x, y - 16], 1.1), opacity: 1, offset: 0.25 },
      { transform: placed([x, y - RISE]), opacity: 1, offset: 0.75 },
      { transform: placed([x, y - RISE - 6]), opacity: 0 },
    ];
  }
  return along(wayThrough(ends.map(({ at }) => at), motion.arc === true), [first.scale, last.scale]);
}

/** The animation of a motion; none if its way is not on the map. */
export function pageAnimationOf(timedMotion: TimedMotion, ground: Ground): PageAnimation[] {
  const { motion, begin, duration } = timedMotion;
  const frames = framesOf(timedMotion, ground);
  if (frames.length < 2) return [];
  const easing = motion.moving.sort === "thing" ? "cubic-bezier(.35,0,.25,1)" : "linear";
  const road = motion.moving.sort === "light" ? roadOf(motion.way, ground)?.line : undefined;
  return [
    {
      moving: motion.moving,
      frames: frames.map((frame) => ({ ...frame, visibility: "visible" })),
      timing: { delay: begin, duration, easing, fill: motion.appears ? "forwards" : "both" },
      ends: begin + duration,
      ...(road ? { road } : {}),
      ...(motion.reveals ? { reveals: motion.reveals } : {}),
    },
  ];
}

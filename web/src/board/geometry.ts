/** Plane geometry shared by the board and all painters. */

export type Point = readonly [x: number, y: number];

/** A box by its corners. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The box of a given size around a point. */
export function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

/** The area two boxes share. */
export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** How far a box sticks out of another. */
export function overhang(inner: Box, outer: Box): number {
  return (
    Math.max(0, outer.left - inner.left) +
    Math.max(0, outer.top - inner.top) +
    Math.max(0, inner.right - outer.right) +
    Math.max(0, inner.bottom - outer.bottom)
  );
}

/** The distance of a point from a box, 0 inside. */
export function distanceTo(box: Box, x: number, y: number): number {
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

/** The distance between two points. */
export function distance(one: Point, other: Point): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/** Whether a point lies inside a polygon. */
export function isInside(polygon: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  polygon.forEach(([x1, y1], n) => {
    const [x2, y2] = polygon[(n + 1) % polygon.length] as Point;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/** A random number generator from 0 to 1 with a seed. */
export function randomGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Roughen a line by moving its midpoints, so that a few points set by hand look like a coast. */
export function roughen(points: readonly Point[], seed: number, amount: number, closed: boolean): Point[] {
  const random = randomGenerator(seed);
  let line: Point[] = closed ? [...points, points[0] as Point] : [...points];
  for (let depth = 0; depth < 2; depth += 1) line = subdivided(line, random, amount * 0.8 ** depth);
  return line;
}

function subdivided(line: readonly Point[], random: () => number, amount: number): Point[] {
  const found: Point[] = [line[0] as Point];
  for (let n = 1; n < line.length; n += 1) {
    const [from, to] = [line[n - 1] as Point, line[n] as Point];
    const length = distance(from, to);
    if (length > 7) {
      const shift = Math.max(-9, Math.min(9, (2 * random() - 1) * amount * length)) / length;
      found.push([
        (from[0] + to[0]) / 2 - (to[1] - from[1]) * shift,
        (from[1] + to[1]) / 2 + (to[0] - from[0]) * shift,
      ]);
    }
    found.push(to);
  }
  return found;
}

/** A coordinate of a path, rounded. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A smooth path through points. */
export function smoothPath(points: readonly Point[], closed: boolean, tension = 0.9): string {
  const at = (n: number): Point => points[n] as Point;
  const last = points.length - 1;
  let path = `M${short(at(0)[0])} ${short(at(0)[1])}`;
  for (let n = 0; n < last; n += 1) {
    const before = n > 0 ? at(n - 1) : closed ? at(last - 1) : at(0);
    const after = n + 2 <= last ? at(n + 2) : closed ? at(1) : at(last);
    const [from, to] = [at(n), at(n + 1)];
    const bend = (a: Point, b: Point, axis: 0 | 1): number => ((b[axis] - a[axis]) * tension) / 3;
    path +=
      `C${short(from[0] + bend(before, to, 0))} ${short(from[1] + bend(before, to, 1))} ` +
      `${short(to[0] - bend(from, after, 0))} ${short(to[1] - bend(from, after, 1))} ${short(to[0])} ${short(to[1])}`;
  }
  return closed ? `${path}Z` : path;
}

/** A point on a line of points, `share` of its length from the start. */
export function pointAlong(points: readonly Point[], share: number): Point {
  const lengths = points.slice(1).map((point, n) => distance(points[n] as Point, point));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [n, length] of lengths.entries()) {
    if (left <= length && length > 0) {
      const [from, to] = [points[n] as Point, points[n + 1] as Point];
      return [from[0] + ((to[0] - from[0]) * left) / length, from[1] + ((to[1] - from[1]) * left) / length];
    }
    left -= length;
  }
  return points[points.length - 1] as Point;
}

/** The distance of a point from a line of points. */
export function distanceFromLine(line: readonly Point[], point: Point): number {
  let least = Infinity;
  for (let n = 1; n < line.length; n += 1) {
    const [from, to] = [line[n - 1] as Point, line[n] as Point];
    const squared = distance(from, to) ** 2 || 1;
    const along = (point[0] - from[0]) * (to[0] - from[0]) + (point[1] - from[1]) * (to[1] - from[1]);
    const share = Math.max(0, Math.min(1, along / squared));
    least = Math.min(least, distance(point, [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]));
  }
  return least;
}

/** Scatters hills and trees over the free land of a map. */

import { boxAround, isInside, overhang, randomGenerator, type Box, type Point } from "../board/geometry";
import type { Geography, Patch } from "./geography";
import type { Obstacles } from "./placement";

export interface Feature {
  readonly x: number;
  readonly y: number;
  readonly glyph: string;
  readonly scale: number;
  readonly flipped: boolean;
}

/** A feature as a file holds it; the scale of a flipped one is negative. */
export type StoredFeature = readonly [x: number, y: number, glyph: string, scale: number];

/** A feature from its stored form. */
export function featureFrom([x, y, glyph, scale]: StoredFeature): Feature {
  return { x, y, glyph, scale: Math.abs(scale), flipped: scale < 0 };
}

/** The stored form of a feature. */
export function storedFeature({ x, y, glyph, scale, flipped }: Feature): StoredFeature {
  const size = Number(scale.toFixed(2));
  return [Number(x.toFixed(1)), Number(y.toFixed(1)), glyph, flipped ? -size : size];
}

const HILLS = ["hill-1", "hill-2", "hill-3", "ridge"] as const;
const WOODS = ["fir-1", "fir-2", "fir-1", "fir-2", "oak"] as const;
const TRIES = 9;

interface Kind {
  readonly glyphs: readonly string[];
  readonly width: number;
  readonly height: number;
}

const KINDS: Readonly<Record<"hills" | "woods", Kind>> = {
  hills: { glyphs: HILLS, width: 21, height: 16 },
  woods: { glyphs: WOODS, width: 11, height: 14 },
};

/** Scatters features over a map, on land and off all obstacles. */
class Scatter {
  readonly #random = randomGenerator(3);
  readonly #found: Feature[] = [];
  readonly #frame: Box;

  constructor(
    readonly geography: Geography,
    readonly obstacles: Obstacles,
    readonly unit: number,
  ) {
    const [left, top, right, bottom] = geography.frame;
    this.#frame = { left: left + 4, top: top + 4, right: right - 4, bottom: bottom - 4 };
  }

  run(): Feature[] {
    for (const kind of ["hills", "woods"] as const) {
      for (const patch of this.geography[kind]) this.#fill(patch, KINDS[kind]);
    }
    return this.#found.sort((one, other) => one.y - other.y);
  }

  #fill([x, y, spread, count]: Patch, kind: Kind): void {
    for (let tries = 0, found = 0; tries < count * TRIES && found < count; tries += 1) {
      const at: Point = [x + this.#gaussian() * spread * 0.62, y + this.#gaussian() * spread * 0.48];
      const box = boxAround(at[0], at[1], kind.width * this.unit, kind.height * this.unit);
      if (!this.#isFree(box)) continue;
      this.obstacles.add(boxAround(at[0], at[1], kind.width * 0.8 * this.unit, kind.height * 0.7 * this.unit));
      this.#found.push(this.#feature(at, kind));
      found += 1;
    }
  }

  #feature([x, y]: Point, kind: Kind): Feature {
    const glyph = kind.glyphs[Math.floor(this.#random() * kind.glyphs.length)] as string;
    return { x, y, glyph, scale: this.unit * (0.82 + 0.36 * this.#random()), flipped: this.#random() < 0.5 };
  }

  #gaussian(): number {
    return (this.#random() + this.#random() + this.#random()) * 2 - 3;
  }

  #isFree(box: Box): boolean {
    const corners: Point[] = [
      [box.left, box.top],
      [box.right, box.top],
      [box.left, box.bottom],
      [box.right, box.bottom],
    ];
    const onLand = corners.every((corner) => this.geography.land.some((coast) => isInside(coast, corner)));
    return onLand && overhang(box, this.#frame) === 0 && this.obstacles.cost(box) === 0;
  }
}

/** The hills and trees of a map. */
export function terrainOf(geography: Geography, obstacles: Obstacles, unit: number): Feature[] {
  return new Scatter(geography, obstacles, unit).run();
}

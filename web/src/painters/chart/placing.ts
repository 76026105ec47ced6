/** Placing many things beside each other on a map, all at once: each has candidates, and the sum of overlaps is made small. */

import { boxAround, overhang, overlap, randomness, type Box, type Point } from "../../board/geometry";

const CELL = 60;

export interface Obstacle {
  readonly box: Box;
  /** How bad it is to cover one square unit of it. */
  readonly weight: number;
}

/** Boxes that are in the way, found quickly by place. */
export class Obstacles {
  readonly #cells = new Map<number, Obstacle[]>();

  add(box: Box, weight = 1): void {
    const obstacle = { box, weight };
    overCells(box, (cell) => {
      const list = this.#cells.get(cell);
      if (list) list.push(obstacle);
      else this.#cells.set(cell, [obstacle]);
    });
  }

  /** Do something with every obstacle near a box, once with each. */
  near(box: Box, visit: (obstacle: Obstacle) => void): void {
    overCells(box, (cell, column, row) => {
      for (const obstacle of this.#cells.get(cell) ?? []) {
        const firstColumn = Math.max(columnOf(box.left), columnOf(obstacle.box.left));
        const firstRow = Math.max(columnOf(box.top), columnOf(obstacle.box.top));
        if (column === firstColumn && row === firstRow) visit(obstacle);
      }
    });
  }

  /** What it costs to cover what lies under a box. */
  cost(box: Box): number {
    let sum = 0;
    this.near(box, ({ box: other, weight }) => (sum += weight * overlap(box, other)));
    return sum;
  }

  /** A copy that can be added to. */
  copy(): Obstacles {
    const copied = new Obstacles();
    for (const [cell, list] of this.#cells) copied.#cells.set(cell, [...list]);
    return copied;
  }
}

function columnOf(length: number): number {
  return Math.floor(length / CELL);
}

function overCells(box: Box, visit: (cell: number, column: number, row: number) => void): void {
  const [right, bottom] = [columnOf(box.right), columnOf(box.bottom)];
  for (let column = columnOf(box.left); column <= right; column += 1) {
    for (let row = columnOf(box.top); row <= bottom; row += 1) visit(column * 1000 + row, column, row);
  }
}

/** Something to be placed. */
export interface Item {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  /** Where it would like to be. */
  readonly home: Point;
  /** What each unit away from there costs. */
  readonly pull: number;
  readonly candidates: readonly Point[];
}

interface Choice {
  readonly box: Box;
  readonly at: Point;
  readonly cost: number;
}

const KEPT = 60;
const CLASH = 5;
const OUTSIDE = 160;
const FEW_SHAKES = 40;

/** Finds places for items among obstacles inside a frame; the same input always gives the same places. */
export class Placing {
  readonly #choices: Choice[][];
  readonly #neighbours: number[][];
  #chosen: number[];

  constructor(
    readonly items: readonly Item[],
    readonly obstacles: Obstacles,
    readonly frame: Box,
  ) {
    this.#choices = items.map((item) => this.#choicesOf(item));
    const bounds = this.#choices.map(boundsOf);
    this.#neighbours = bounds.map((own, n) =>
      bounds.flatMap((other, m) => (m !== n && overlap(own, other) > 0 ? [m] : [])),
    );
    this.#chosen = items.map(() => 0);
  }

  /** The place of every item by its key; the more often it is shaken, the better. */
  run(shakes = FEW_SHAKES): Map<string, Point> {
    this.#improve(this.items.map((_, n) => n));
    this.#shake(shakes);
    return new Map(this.items.map((item, n) => [item.key, this.#choice(n).at]));
  }

  #choicesOf(item: Item): Choice[] {
    const choices = item.candidates.map((at) => {
      const box = boxAround(at[0], at[1], item.width, item.height);
      const away = Math.hypot(at[0] - item.home[0], at[1] - item.home[1]);
      return { at, box, cost: this.obstacles.cost(box) + OUTSIDE * overhang(box, this.frame) + item.pull * away };
    });
    return choices.sort((one, other) => one.cost - other.cost).slice(0, KEPT);
  }

  #choice(n: number): Choice {
    return this.#choices[n]?.[this.#chosen[n] ?? 0] as Choice;
  }

  #costOf(n: number, choice: Choice): number {
    let sum = choice.cost;
    for (const m of this.#neighbours[n] ?? []) sum += CLASH * overlap(choice.box, this.#choice(m).box);
    return sum;
  }

  #total(): number {
    return this.items.reduce((sum, _, n) => {
      const choice = this.#choice(n);
      return sum + (choice.cost + this.#costOf(n, choice)) / 2;
    }, 0);
  }

  #improve(queue: number[]): void {
    for (let steps = 0; queue.length > 0 && steps < 4000; steps += 1) {
      const n = queue.shift() as number;
      const costs = (this.#choices[n] as Choice[]).map((choice) => this.#costOf(n, choice));
      const best = costs.indexOf(Math.min(...costs));
      if ((costs[best] as number) < (costs[this.#chosen[n] as number] as number) - 0.01) {
        this.#chosen[n] = best;
        for (const m of this.#neighbours[n] as number[]) if (!queue.includes(m)) queue.push(m);
      }
    }
  }

  /** Throw one clashing item elsewhere and settle again, as long as that helps. */
  #shake(shakes: number): void {
    const random = randomness(17);
    let least = this.#total();
    for (let n = 0; n < shakes; n += 1) {
      const clashing = this.items.flatMap((_, m) => (this.#clashes(m) ? [m] : []));
      const pick = clashing[Math.floor(random() * clashing.length)];
      if (pick === undefined) return;
      const before = [...this.#chosen];
      this.#chosen[pick] = Math.floor(random() * Math.min(24, (this.#choices[pick] as Choice[]).length));
      this.#improve([...(this.#neighbours[pick] as number[]), pick]);
      const total = this.#total();
      if (total < least) least = total;
      else this.#chosen = before;
    }
  }

  #clashes(n: number): boolean {
    const choice = this.#choice(n);
    return this.#costOf(n, choice) - choice.cost > 1 || choice.cost > 40;
  }
}

function boundsOf(choices: readonly Choice[]): Box {
  const boxes = choices.map(({ box }) => box);
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

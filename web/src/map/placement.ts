/** Places labels and signs on a map: each item has candidate positions, and the total overlap is minimized by local search. */

import { boxAround, overhang, overlap, randomGenerator, type Box, type Point } from "../board/geometry";

const CELL = 60;

export interface Obstacle {
  readonly box: Box;
  /** The cost of covering one square unit of it. */
  readonly weight: number;
}

/** Obstacles in a grid, so that those near a box are found quickly. */
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

  /** Visit every obstacle near a box once. */
  near(box: Box, visit: (obstacle: Obstacle) => void): void {
    overCells(box, (cell, column, row) => {
      for (const obstacle of this.#cells.get(cell) ?? []) {
        const firstColumn = Math.max(columnOf(box.left), columnOf(obstacle.box.left));
        const firstRow = Math.max(columnOf(box.top), columnOf(obstacle.box.top));
        if (column === firstColumn && row === firstRow) visit(obstacle);
      }
    });
  }

  /** The cost of covering everything under a box. */
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

/** An item to place. */
export interface Item {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  /** The preferred position. */
  readonly home: Point;
  /** The cost of each unit of distance from there. */
  readonly pull: number;
  readonly candidates: readonly Point[];
  /** A further cost of a position. */
  readonly penalty?: (box: Box) => number;
}

interface Choice {
  readonly box: Box;
  readonly at: Point;
  readonly cost: number;
}

const CANDIDATES = 90;
const OVERLAP_COST = 5;
const OVERHANG_COST = 160;
const DEFAULT_ROUNDS = 40;

/** Places items among obstacles inside a frame; the same input always gives the same result. */
export class PlacementSolver {
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

  /** The position of every item by its key; more rounds give better results. */
  run(rounds = DEFAULT_ROUNDS): Map<string, Point> {
    this.#improve(this.items.map((_, n) => n));
    this.#perturb(rounds);
    return new Map(this.items.map((item, n) => [item.key, this.#choice(n).at]));
  }

  #choicesOf(item: Item): Choice[] {
    const choices = item.candidates.map((at) => {
      const box = boxAround(at[0], at[1], item.width, item.height);
      const away = Math.hypot(at[0] - item.home[0], at[1] - item.home[1]);
      return { at, box, cost: this.obstacles.cost(box) + OVERHANG_COST * overhang(box, this.frame) + item.pull * away + (item.penalty?.(box) ?? 0) };
    });
    return choices.sort((one, other) => one.cost - other.cost).slice(0, CANDIDATES);
  }

  #choice(n: number): Choice {
    return this.#choices[n]?.[this.#chosen[n] ?? 0] as Choice;
  }

  #costOf(n: number, choice: Choice): number {
    let sum = choice.cost;
    for (const m of this.#neighbours[n] ?? []) sum += OVERLAP_COST * overlap(choice.box, this.#choice(m).box);
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

  /** Move one overlapping item to a random candidate and improve again; keep the result if it is better. */
  #perturb(rounds: number): void {
    const random = randomGenerator(17);
    let least = this.#total();
    for (let n = 0; n < rounds; n += 1) {
      const overlapping = this.items.flatMap((_, m) => (this.#overlaps(m) ? [m] : []));
      const pick = overlapping[Math.floor(random() * overlapping.length)];
      if (pick === undefined) return;
      const before = [...this.#chosen];
      this.#chosen[pick] = Math.floor(random() * Math.min(24, (this.#choices[pick] as Choice[]).length));
      this.#improve([...(this.#neighbours[pick] as number[]), pick]);
      const total = this.#total();
      if (total < least) least = total;
      else this.#chosen = before;
    }
  }

  #overlaps(n: number): boolean {
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

/** Showing what happened move by move, at a pace that can be followed. */

import type { State } from "../api/words";

interface Frame {
  readonly number: number;
  readonly state: State | undefined;
}

const PACE_MS = 600;
const MOST = 12;

/** Shows one state after another; those it does not have it asks for. */
export class Following {
  shown = $state.raw<State>();
  /** How many moves are still to be shown. */
  left = $state(0);
  #frames: Frame[] = [];
  #running = false;
  #wake: (() => void) | undefined;

  constructor(readonly ask: (number: number) => Promise<State>) {}

  /** Show a state at once. */
  jump(state: State): void {
    this.#frames = [];
    this.left = 0;
    this.shown = state;
    this.#wake?.();
  }

  /** Show the states after some entries one by one, and at last the newest. */
  follow(numbers: readonly number[], newest: State): void {
    const between = numbers.filter((number) => number < newest.number).map((number) => ({ number, state: undefined }));
    this.#frames = [...this.#frames, ...between, { number: newest.number, state: newest }].slice(-MOST);
    this.left = this.#frames.length;
    if (!this.#running) void this.#run();
  }

  /** Go to the newest state. */
  skip(): void {
    const last = this.#frames.findLast(({ state }) => state)?.state;
    if (last) this.jump(last);
  }

  /** Show frame by frame; the rest after the last one is for what comes meanwhile. */
  async #run(): Promise<void> {
    this.#running = true;
    for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) {
      const state = frame.state ?? (await this.ask(frame.number).catch(() => undefined));
      if (state && state.number >= (this.shown?.number ?? 0)) this.shown = state;
      this.left = this.#frames.length;
      await this.#rest();
    }
    this.#running = false;
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PACE_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

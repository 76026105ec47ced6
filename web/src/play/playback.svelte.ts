/** Shows the moves of others one by one, at a readable pace. */

import type { State } from "../api/types";

interface Frame {
  readonly number: number;
  readonly state: State | undefined;
}

const PACE_MS = 600;
const LONGEST_QUEUE = 12;

/** A queue of states that are shown one after another; missing states are requested from the server. */
export class Playback {
  shown = $state.raw<State>();
  /** How many moves are still to be shown. */
  left = $state(0);
  /** Whether the state that is shown follows from the one before and is shown as motion. */
  animated = false;
  #frames: Frame[] = [];
  #running = false;
  #wake: (() => void) | undefined;

  constructor(readonly load: (number: number) => Promise<State>) {}

  /** Show a state at once, as motion if it is the next one. */
  jump(state: State, animated = false): void {
    this.animated = animated;
    this.#frames = [];
    this.left = 0;
    this.shown = state;
    this.#wake?.();
  }

  /** Queue the states after some entries and the newest state. */
  enqueue(numbers: readonly number[], newest: State): void {
    const between = numbers.filter((number) => number < newest.number).map((number) => ({ number, state: undefined }));
    this.#frames = [...this.#frames, ...between, { number: newest.number, state: newest }].slice(-LONGEST_QUEUE);
    this.left = this.#frames.length;
    if (!this.#running) void this.#run();
  }

  /** Jump to the newest state. */
  skip(): void {
    const last = this.#frames.findLast(({ state }) => state)?.state;
    if (last) this.jump(last);
  }

  /** Show frame by frame; the pause after the last one delays moves that arrive meanwhile. */
  async #run(): Promise<void> {
    this.#running = true;
    for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) {
      const state = frame.state ?? (await this.load(frame.number).catch(() => undefined));
      if (state && state.number >= (this.shown?.number ?? 0)) {
        this.animated = true;
        this.shown = state;
      }
      this.left = this.#frames.length;
      await this.#pause();
    }
    this.#running = false;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PACE_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Shows moves one after another at a readable pace: those of others as they come, those of the past again, and whole games. */

import type { State } from "../api/types";
import type { Frame } from "./frames";

export const PACE_MS = 600;
/** How many states are requested together. */
const CHUNK = 24;

/** A sequence of frames; states that are missing are requested from the server, several at once. */
export class Playback {
  shown = $state.raw<State>();
  frames = $state.raw<readonly Frame[]>([]);
  /** The index of the frame that is shown; -1 before the first one. */
  at = $state(-1);
  paused = $state(false);
  /** How many times faster than usual; without end the newest state is shown at once. */
  speed = $state(1);
  /** Whether the frames are listed, so that the reader can go through them. */
  listed = $state(false);
  /** Whether the frames were made before they were listed. */
  past = $state(false);
  /** Show what happened since the last turn again; undefined if nothing did. */
  again = $state.raw<() => void>();
  /** Whether the state that is shown follows from the one before and is shown as motion. */
  animated = false;
  #newest: State | undefined;
  #states: Record<number, State> = {};
  #running = false;
  #wake: (() => void) | undefined;

  /** How many frames are still to be shown; computed each time, since the loop may outlive the screen that made it. */
  get left(): number {
    return this.frames.length - 1 - this.at;
  }

  constructor(readonly load: (numbers: readonly number[]) => Promise<readonly State[]>) {}

  /** Show the newest state at once, as motion if it is the next one. */
  jump(state: State, animated = false): void {
    this.#newest = state;
    this.#states = {};
    [this.frames, this.at, this.paused, this.listed, this.past] = [[], -1, false, false, false];
    this.#show(state, animated);
    this.#wake?.();
  }

  /** Show new frames after those that wait; the last one leads to the newest state. */
  follow(frames: readonly Frame[], newest: State): void {
    this.#newest = newest;
    this.#states[newest.number] = newest;
    if (this.speed === Infinity) return this.jump(newest, frames.length === 1);
    const done = this.frames.slice(0, this.at + 1);
    this.frames = [...done, ...frames].map((frame, n, all) => (n === all.length - 1 ? { ...frame, number: newest.number } : frame));
    if (this.left > 1) this.listed = true;
    void this.#run();
  }

  /** Show the state before some frames, and then these one after another, from the n-th on. */
  async review(base: number, frames: readonly Frame[], newest: State, begin = 0, paused = false): Promise<void> {
    this.#newest = newest;
    this.#states[newest.number] = newest;
    const from = begin > 0 ? (frames[begin - 1]?.number ?? base) : base;
    const first = await this.#state(from, frames);
    if (!first || this.#newest !== newest) return;
    [this.frames, this.at, this.listed, this.past, this.paused] = [frames, begin - 1, true, true, paused];
    this.#show(first, false);
    await this.#pause();
    void this.#run();
  }

  /** Show nothing more, because the screen is left. */
  stop(): void {
    this.paused = true;
    this.#wake?.();
  }

  /** Jump to the newest state. */
  skip(): void {
    if (this.#newest && (this.left > 0 || this.listed)) this.jump(this.#newest);
  }

  toggle(): void {
    this.paused = !this.paused;
    if (!this.paused && this.left === 0) this.skip();
    else if (this.paused) this.#wake?.();
    else void this.#run();
  }

  /** Pause, and show another frame. */
  async go(index: number): Promise<void> {
    const frame = this.frames[index];
    if (!frame) return;
    this.paused = true;
    this.#wake?.();
    const state = await this.#state(frame.number, this.frames);
    if (!state || this.frames[index] !== frame) return;
    const next = index === this.at + 1;
    this.at = index;
    this.#show(state, next);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (speed === Infinity && this.#newest) this.jump(this.#newest);
    this.#wake?.();
  }

  #show(state: State, animated: boolean): void {
    this.animated = animated;
    this.shown = state;
  }

  /** Show frame by frame; the pause after the last one delays moves that arrive meanwhile. */
  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    while (!this.paused && this.left > 0) {
      const [index, frame] = [this.at + 1, this.frames[this.at + 1]];
      const state = frame && (await this.#state(frame.number, this.frames));
      if (this.frames[index] !== frame || this.paused) continue;
      this.at = index;
      if (state) this.#show(state, true);
      await this.#pause();
    }
    this.#running = false;
    if (!this.paused && this.frames.length > 0 && this.#newest) this.#rest();
  }

  /** Forget the frames when all were shown. */
  #rest(): void {
    [this.frames, this.at, this.listed, this.past] = [[], -1, false, false];
    this.#states = {};
    if (this.#newest && this.shown !== this.#newest) this.#show(this.#newest, false);
  }

  /** The state after an entry; what else will be needed soon is requested with it. */
  async #state(number: number, frames: readonly Frame[]): Promise<State | undefined> {
    // A state that is requested is one of the past: it does not say what the reader may decide.
    if (this.#newest?.number === number) return this.#newest;
    if (!this.#states[number]) {
      const later = frames.map((frame) => frame.number).filter((each) => each > number && !this.#states[each]);
      const states = await this.load([number, ...later.slice(0, CHUNK)]).catch(() => []);
      for (const state of states) this.#states[state.number] ??= state;
    }
    return this.#states[number];
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PACE_MS / this.speed);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

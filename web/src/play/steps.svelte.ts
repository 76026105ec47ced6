/** Takes one step after another at a pace, as for the replay of a game, until there is none left or it is stopped. */

import { PACE_MS } from "./playback.svelte";

export class StepPlayer {
  playing = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `step` takes the next step and says whether there was one; `speed` is how many times faster than usual. */
  constructor(
    readonly step: () => Promise<boolean>,
    readonly speed: () => number,
  ) {}

  toggle(): void {
    if (this.playing) this.stop();
    else void this.#play();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  async #play(): Promise<void> {
    this.playing = true;
    const found = await this.step();
    if (!this.playing) return;
    if (found) this.#timer = setTimeout(() => void this.#play(), PACE_MS / this.speed());
    else this.stop();
  }
}

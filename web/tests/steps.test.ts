/** Protects the player of steps: one after another at the chosen speed, to the end or until it is stopped. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StepPlayer } from "../src/play/steps.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function playerOf(last: number, speed = 1): { player: StepPlayer; at: () => number } {
  let at = 0;
  const step = () => Promise.resolve(at < last ? Boolean((at += 1)) : false);
  return { player: new StepPlayer(step, () => speed), at: () => at };
}

test("steps follow one another until there is none left", async () => {
  const { player, at } = playerOf(2);
  player.toggle();
  await vi.advanceTimersByTimeAsync(0);
  expect([at(), player.playing]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(600);
  expect([at(), player.playing]).toEqual([2, true]);
  await vi.advanceTimersByTimeAsync(600);
  expect([at(), player.playing]).toEqual([2, false]);
});

test("a higher speed shortens the pause, and stopping ends it", async () => {
  const { player, at } = playerOf(9, 4);
  player.toggle();
  await vi.advanceTimersByTimeAsync(310);
  expect(at()).toBe(3);
  player.toggle();
  await vi.advanceTimersByTimeAsync(2000);
  expect([at(), player.playing]).toEqual([3, false]);
});

/** Protects the playback: moves of others are shown in order, at a pace, and can be skipped. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { State } from "../src/api/types";
import { Playback } from "../src/play/playback.svelte";

const state = (number: number): State => ({ number }) as State;
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function following(): Playback {
  const made = new Playback((number) => Promise.resolve(state(number)));
  made.jump(state(1));
  return made;
}

test("moves are shown one after another, those that are missing are asked for", async () => {
  const shows = following();
  shows.enqueue([2, 3], state(4));
  await settled();
  expect([shows.shown?.number, shows.left]).toEqual([2, 2]);
  await vi.advanceTimersByTimeAsync(600);
  expect(shows.shown?.number).toBe(3);
  await vi.advanceTimersByTimeAsync(600);
  expect([shows.shown?.number, shows.left]).toEqual([4, 0]);
});

test("what comes meanwhile waits for its turn, and skipping goes to the newest", async () => {
  const shows = following();
  shows.enqueue([2], state(3));
  await settled();
  shows.enqueue([], state(4));
  expect(shows.shown?.number).toBe(2);
  shows.skip();
  await settled();
  expect([shows.shown?.number, shows.left]).toEqual([4, 0]);
});

test("after a long absence only the last moves are shown", async () => {
  const shows = following();
  shows.enqueue(Array.from({ length: 300 }, (_, n) => n + 2), state(400));
  await settled();
  expect(shows.shown?.number).toBeGreaterThan(280);
});

test("moves that come one by one are shown no faster than those that come together", async () => {
  const shows = following();
  shows.enqueue([], state(2));
  await settled();
  shows.enqueue([], state(3));
  await settled();
  expect([shows.shown?.number, shows.left]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(600);
  expect([shows.shown?.number, shows.left]).toEqual([3, 0]);
});

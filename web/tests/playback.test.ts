/** Protects the playback: moves are shown in order and at a pace; it can be paused, stepped, sped up and skipped. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry, State } from "../src/api/types";
import { framesOf, lastTurn, type Frame } from "../src/play/frames";
import { Playback } from "../src/play/playback.svelte";

const state = (number: number): State => ({ number }) as State;
const frames = (...numbers: number[]): Frame[] => numbers.map((number) => ({ number, seat: 1, entries: [] }));
const settled = () => vi.advanceTimersByTimeAsync(0);
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function following(): { shows: Playback; requests: number[][] } {
  const requests: number[][] = [];
  const shows = new Playback((numbers) => {
    requests.push([...numbers]);
    return Promise.resolve(numbers.map(state));
  });
  shows.jump(state(1));
  return { shows, requests };
}

test("moves are shown one after another, those that are missing are asked for together", async () => {
  const { shows, requests } = following();
  shows.follow(frames(2, 3, 4), state(4));
  await settled();
  expect(shows.listed).toBe(true);
  expect([shows.shown?.number, shows.left]).toEqual([2, 2]);
  await passed(600);
  expect(shows.shown?.number).toBe(3);
  await passed(600);
  expect([shows.shown?.number, shows.left]).toEqual([4, 0]);
  await passed(600);
  expect([shows.listed, shows.frames.length]).toEqual([false, 0]);
  expect(requests).toEqual([[2, 3]]);
});

test("what comes meanwhile waits for its turn, and skipping goes to the newest without motion", async () => {
  const { shows } = following();
  shows.follow(frames(2), state(2));
  await settled();
  expect([shows.shown?.number, shows.animated]).toEqual([2, true]);
  shows.follow(frames(3, 4), state(4));
  await settled();
  expect(shows.shown?.number).toBe(2);
  shows.skip();
  await settled();
  expect([shows.shown?.number, shows.left, shows.animated, shows.listed]).toEqual([4, 0, false, false]);
});

test("a review that begins while a move is still shown ends with the newest state, not with a requested copy of it", async () => {
  const shows = new Playback((numbers) => new Promise((resolve) => void setTimeout(() => resolve(numbers.map(state)), 700)));
  const newest = { ...state(2), decision: 1 } as State;
  shows.jump(state(1));
  shows.follow(frames(2), newest);
  await settled();
  void shows.review(1, frames(2), newest);
  await passed(5000);
  expect(shows.shown).toBe(newest);
  expect([shows.frames.length, shows.listed]).toEqual([0, false]);
});

test("moves that come one by one are shown no faster than those that come together", async () => {
  const { shows, requests } = following();
  shows.follow(frames(2), state(2));
  await settled();
  shows.follow(frames(3), state(3));
  await settled();
  expect([shows.shown?.number, shows.left]).toEqual([2, 1]);
  await passed(600);
  expect([shows.shown?.number, shows.left, requests]).toEqual([3, 0, []]);
});

test("a review can be paused, stepped both ways and sped up, and ends at the newest state", async () => {
  const { shows, requests } = following();
  void shows.review(1, frames(2, 3, 4), state(5));
  await settled();
  expect([shows.shown?.number, shows.at, shows.listed]).toEqual([1, -1, true]);
  await passed(600);
  expect(shows.shown?.number).toBe(2);
  shows.toggle();
  await passed(5000);
  expect([shows.shown?.number, shows.paused]).toEqual([2, true]);
  await shows.go(2);
  expect([shows.shown?.number, shows.animated]).toEqual([4, false]);
  await shows.go(0);
  await shows.go(1);
  expect([shows.shown?.number, shows.animated]).toEqual([3, true]);
  shows.setSpeed(4);
  shows.toggle();
  await passed(10);
  expect(shows.shown?.number).toBe(4);
  await passed(160);
  expect([shows.shown?.number, shows.listed]).toEqual([5, false]);
  expect(requests).toEqual([[1, 2, 3, 4]]);
});

test("a review begins at the first frame that was not seen, and waits where nothing moves", async () => {
  const { shows } = following();
  void shows.review(1, frames(2, 3, 4), state(4), 2, true);
  await passed(3000);
  expect([shows.shown?.number, shows.at, shows.paused]).toEqual([3, 1, true]);
});

test("as fast as the server: the newest state is shown at once", async () => {
  const { shows } = following();
  shows.setSpeed(Infinity);
  shows.follow(frames(2, 3), state(3));
  await settled();
  expect([shows.shown?.number, shows.left]).toEqual([3, 0]);
});

function entry(number: number, words: string, seat: number, ...events: string[]): Entry {
  const kind = words.startsWith("chance") ? "chance" : "move";
  return { number, words, seat, kind, events: events.map((event) => ({ event, seat })) } as unknown as Entry;
}

const LINE = [
  entry(1, "chance a", 0, "Laid"),
  entry(2, "place a", 0, "Placed"),
  entry(3, "end-turn", 0, "TurnEnded", "TurnBegun"),
  entry(4, "lift b", 1, "Lifted"),
  entry(5, "put c", 1, "Put"),
  entry(6, "stop", 1),
  entry(7, "place d", 1, "Placed"),
  entry(8, "end-turn", 1, "TurnEnded", "TurnBegun"),
];

test("a frame holds a move with what belongs to it, or a turn where there are many", () => {
  expect(framesOf(LINE, 3, ["lift"]).map(({ number, seat }) => [number, seat])).toEqual([[6, 1], [8, 1]]);
  expect(framesOf(LINE, 1, [], 2).map(({ number, seat }) => [number, seat])).toEqual([[3, 0], [8, 1]]);
});

test("the last turn ends where a seat of the reader ended it, and begins with the first move", () => {
  expect(lastTurn(LINE, [0])).toBe(3);
  expect(lastTurn(LINE, [])).toBe(1);
});

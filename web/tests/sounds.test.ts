/** Protects the sounds: off unless wanted, one at a time, from one audio context, as loud as the reader wants. */

import { beforeEach, expect, test, vi } from "vitest";
import { painter as hansa } from "../src/games/hansa";
import { painter as teutonica } from "../src/games/teutonica";
import { playSound, soundOf } from "../src/play/sounds";
import { settings } from "../src/theme/settings.svelte";

const loudness: number[] = [];
let contexts = 0;

function parameter(record?: number[]) {
  return { setValueAtTime: () => undefined, exponentialRampToValueAtTime: (value: number) => record?.push(value) };
}

class Audio {
  currentTime = 0;
  state = "running";
  destination = {};
  constructor() {
    contexts += 1;
  }
  createOscillator() {
    return { frequency: parameter(), connect: (next: unknown) => next, start: () => undefined, stop: () => undefined };
  }
  createGain() {
    return { gain: parameter(loudness), connect: (next: unknown) => next };
  }
}

beforeEach(() => {
  vi.stubGlobal("AudioContext", Audio);
  loudness.length = 0;
});

test("nothing sounds unless it is wanted, and then as loud as it is wanted", () => {
  settings.sound = false;
  playSound("place");
  expect([contexts, loudness]).toEqual([0, []]);
  [settings.sound, settings.volume] = [true, 0.5];
  playSound("turn");
  const half = Math.max(...loudness);
  loudness.length = 0;
  settings.volume = 1;
  playSound("turn");
  expect([contexts, Math.max(...loudness) / half]).toEqual([1, 2]);
});

test("of several events the most important one sounds", () => {
  const events = ["Placed", "RouteCreated", "ControlScored"].map((name) => ({ name, facts: {} }));
  expect(soundOf(events, teutonica.sounds ?? {})).toBe("route");
  expect(soundOf(events.slice(0, 1), teutonica.sounds ?? {})).toBe("place");
  expect(soundOf([{ name: "Sold", facts: {} }], hansa.sounds ?? {})).toBe("points");
  expect(soundOf([{ name: "TurnEnded", facts: {} }], teutonica.sounds ?? {})).toBeUndefined();
});

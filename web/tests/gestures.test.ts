/** Protects the gestures: a double tap zooms, a second tap on a choice confirms it. */

import { expect, test } from "vitest";
import { Gestures } from "../src/board/gestures";

/** Taps at these moments; whether each chose something, and what came of them. */
function tapped(moments: readonly number[], chose: boolean): string[] {
  const came: string[] = [];
  const gestures = new Gestures(document.createElement("div"), {
    pan: () => undefined,
    zoom: () => void came.push("zoom"),
    tap: () => {
      came.push("tap");
      return chose;
    },
    busy: () => undefined,
  });
  for (const timeStamp of moments) {
    const event = { pointerId: 1, pointerType: "touch", button: 0, clientX: 5, clientY: 5, timeStamp } as PointerEvent;
    gestures.down({ ...event, type: "pointerdown" });
    gestures.up({ ...event, type: "pointerup" });
  }
  return came;
}

test("two quick taps on empty land zoom in, slow ones do not", () => {
  expect(tapped([1000, 1100], false)).toEqual(["tap", "zoom"]);
  expect(tapped([1000, 1900], false)).toEqual(["tap", "tap"]);
});

test("a quick second tap on what was chosen answers the first", () => {
  expect(tapped([1000, 1100], true)).toEqual(["tap", "tap"]);
});

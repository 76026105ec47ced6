/** Protects the announcements: one sentence for each move, urgent ones at once, and nothing twice. */

import { expect, test } from "vitest";
import type { Entry } from "../src/api/types";
import { spokenOf, type Spoken } from "../src/play/spoken";

function entry(number: number, seat: number, words: string): Entry {
  return { number, kind: "move", seat, by: "player", at: 0, length: null, change: null, words, move: null, events: [] };
}

function spoken(fresh: readonly Entry[], decides: boolean): Spoken {
  const sentence = ({ words }: Entry): string => words ?? "";
  return spokenOf(fresh, { held: [0], decides, sentence, disturbs: ({ words }) => words === "displaced you", yours: "your turn" });
}

test("each move is one sentence", () => {
  expect(spoken([entry(1, 1, "one"), entry(2, 1, "two")], false)).toEqual({ polite: "one. two", assertive: "" });
});

test("your turn is announced at once, after moves of others only", () => {
  expect(spoken([entry(1, 1, "one")], true)).toEqual({ polite: "one", assertive: "your turn" });
  expect(spoken([entry(1, 0, "mine")], true)).toEqual({ polite: "mine", assertive: "" });
});

test("a displacement is announced at once, and not a second time", () => {
  expect(spoken([entry(1, 1, "one"), entry(2, 1, "displaced you")], true)).toEqual({ polite: "one", assertive: "displaced you" });
});

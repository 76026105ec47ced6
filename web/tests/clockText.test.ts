/** Clocks in words, the plan of a correspondence clock, votes about absent players, and their lines of the log. */

import { expect, test } from "vitest";
import type { Absence, Entry } from "../src/api/types";
import { canBeReplaced } from "../src/play/absence";
import { clockText, DAY, duration, HOUR, timeLeftText, vacationText } from "../src/play/clockText";
import { currentEntries, linesOf, logEntries } from "../src/play/log";
import { loadMessages } from "../src/messages/catalogue";
import { Translator } from "../src/messages/translator";

const i18n = new Translator("en", await loadMessages("en"));

test("times have two units", () => {
  expect(duration(2 * DAY + 4 * HOUR, "en")).toBe("2 days 4 hr");
  expect(duration(DAY, "de")).toBe("1 Tg.");
  expect(duration(90 * 60_000, "en")).toBe("1 hr 30 min");
  expect(duration(15 * 60_000, "en")).toBe("15 min");
  expect(duration(30_000, "en")).toBe("30 sec");
});

test("the time left is short in the end and long before", () => {
  expect(timeLeftText(59_000, "en")).toBe("00:59");
  expect(timeLeftText(HOUR + 5000, "en")).toBe("01:00:05");
  expect(timeLeftText(20 * HOUR, "en")).toBe("20h");
  expect(timeLeftText(-5, "en")).toBe("00:00");
});

test("every kind of clock has words", () => {
  const slow = { kind: "correspondence", per_move: 2 * DAY, reserve: 0, vacation_days: 0, expired: "turn", agent: "light" } as const;
  expect(clockText(slow, i18n)).toBe("2 days for each turn");
  expect(clockText({ ...slow, reserve: DAY }, i18n)).toBe("2 days for each turn, 1 day in reserve");
  expect(clockText({ kind: "budget", seconds: 900, increment: 15, agent: null }, i18n)).toBe("15 min + 15 s");
  expect(clockText({ kind: "turn", seconds: 90, increment: 0, agent: null }, i18n)).toBe("1 min for each turn");
  expect(clockText(null, i18n)).toBe("none");
  expect(vacationText(Date.UTC(2026, 10, 24, 12), i18n)).toBe("on vacation until Tuesday, November 24");
});

test("a vote needs a long wait, or all others at the table", () => {
  const absence: Absence = { seat: 0, replaceable_from: 1000, offline_from: 100, voters: [1, 2], votes: [] };
  expect(canBeReplaced(absence, [], 1000)).toBe(true);
  expect(canBeReplaced(absence, [1, 2], 100)).toBe(true);
  expect(canBeReplaced(absence, [1], 100)).toBe(false);
  expect(canBeReplaced(absence, [0, 1, 2], 999)).toBe(false);
});

test("an end by the clock is a line of the log and no move", () => {
  const none = { at: 0, length: null, change: null, words: null, move: null, events: [] };
  const entries: Entry[] = [
    { ...none, number: 1, kind: "move", seat: 0, by: "player" },
    { ...none, number: 2, kind: "end", seat: 0, by: "clock" },
  ];
  expect(currentEntries(entries)).toHaveLength(1);
  expect(logEntries(entries)).toHaveLength(2);
  const scene = { board: {}, position: {}, components: {}, seats: [{ colour: "blue", name: "Ada" }] } as never;
  expect(linesOf(entries[1] as Entry, "x", undefined, scene, i18n)[0]?.text).toBe("The time of Ada ran out; the game is over.");
});

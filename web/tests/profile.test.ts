/** Protects what a profile and the form of a new game show about ratings. */

import { flushSync, mount } from "svelte";
import { beforeAll, describe, expect, test } from "vitest";
import type { SeatPlan, TableRatings } from "../src/api/types";
import { setLocale } from "../src/messages/i18n.svelte";
import { canBeRated, isRated, type Plan } from "../src/play/plan";
import type { TableStore } from "../src/play/table.svelte";
import RatingChange from "../src/screens/table/RatingChange.svelte";
import { changeOver, CURVE, curveOf, dayOf, signed } from "../src/screens/profile/profile";

function heights(path: string): number[] {
  return [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map((match) => Number(match[1]));
}

describe("the course of a rating", () => {
  test("rises with the rating and stays inside the drawing", () => {
    const drawn = heights(curveOf([1500, 1540, 1480, 1620]).line);
    expect(drawn).toHaveLength(4);
    expect(drawn[1]).toBeLessThan(drawn[0] ?? 0);
    expect(drawn[2]).toBeGreaterThan(drawn[0] ?? 0);
    for (const y of drawn) expect(y).toBeGreaterThanOrEqual(0);
    for (const y of drawn) expect(y).toBeLessThanOrEqual(CURVE.height);
  });

  test("is flat, and not infinite, when nothing changes", () => {
    expect(new Set(heights(curveOf([1500, 1500]).line))).toEqual(new Set([CURVE.height / 2]));
  });

  test("has a change with a sign", () => {
    expect(changeOver([1500, 1400, 1534])).toBe(34);
    expect([34, -8, 0].map(signed)).toEqual(["+34", "−8", "±0"]);
  });
});

test("days are named as people do", () => {
  const now = new Date(2026, 10, 16, 9).getTime();
  const at = (day: number, hour: number): string => dayOf(new Date(2026, 10, day, hour).getTime(), now, "en");
  expect([at(16, 8), at(15, 23), at(12, 10)]).toEqual(["today", "yesterday", "Nov 12"]);
  expect(dayOf(new Date(2024, 2, 1).getTime(), now, "en")).toBe("Mar 1, 2024");
});

describe("a new game", () => {
  const you: SeatPlan = { kind: "human" };
  const open: SeatPlan = { kind: "open" };
  const level: SeatPlan = { kind: "agent", agent: "medium" };
  const plan = (seats: SeatPlan[], more: Partial<Plan> = {}): Plan => ({ seats, ...more }) as Plan;

  test("is rated by default if others are invited", () => {
    expect(isRated(plan([you, open]))).toBe(true);
    expect(isRated(plan([you, level]))).toBe(false);
    expect(isRated(plan([you, open], { hints: true }))).toBe(false);
  });

  test("is rated against computers if that is chosen", () => {
    expect(isRated(plan([you, level], { rated: true }))).toBe(true);
  });

  test("is never rated with several people at one screen, or without people", () => {
    expect(canBeRated(plan([you, you]))).toBe(false);
    expect(isRated(plan([you, you, open], { rated: true }))).toBe(false);
    expect(isRated(plan([level, level], { rated: true }))).toBe(false);
  });
});

describe("the end of a rated game", () => {
  beforeAll(() => setLocale("en"));

  function shown(change: number | null, held: readonly number[]): string {
    const rating = { points: 1511, uncertainty: 240, provisional: true, games: 1 };
    const ratings: TableRatings = { rated: true, seats: [{ seat: 0, rating, change }, { seat: 1, rating, change: 3 }] };
    const store = { ratings, held, seats: [{}, {}] } as unknown as TableStore;
    const target = document.createElement("div");
    mount(RatingChange, { target, props: { store } });
    flushSync();
    return target.textContent.trim();
  }

  test("says what it has changed for the reader", () => {
    expect(shown(11, [0])).toBe("You gained 11 points of rating: 1511? with 2 players.");
    expect(shown(-1, [0])).toBe("You lost 1 point of rating: 1511? with 2 players.");
    expect(shown(0, [0])).toBe("Your rating has not changed: 1511? with 2 players.");
  });

  test("says nothing to others, and nothing without a change", () => {
    expect(shown(11, [])).toBe("");
    expect(shown(null, [0])).toBe("");
  });
});

/** Protects what account pages show: masked addresses, days in words, and the page of an address. */

import { describe, expect, test } from "vitest";
import { masked } from "../src/screens/account/mask";
import { dayInWords } from "../src/screens/account/when";
import { pageOf } from "../src/screens/pages";

const NOON = new Date(2026, 10, 16, 12).getTime();
const HOUR = 3_600_000;

describe("an address", () => {
  test.each([
    ["anneke@example.org", "an…@example.org"],
    ["ab@example.org", "a…@example.org"],
    ["a@example.org", "…@example.org"],
    ["a@b@example.org", "a@…@example.org"],
  ])("%s is shown as %s", (address, shown) => expect(masked(address)).toBe(shown));
});

describe("a day", () => {
  test.each([
    [NOON, "today"],
    [NOON - 13 * HOUR, "yesterday"],
    [NOON - 72 * HOUR, "3 days ago"],
    [NOON - 240 * HOUR, "6 November 2026"],
    [NOON + HOUR, "today"],
  ])("%d is %s", (moment, words) => expect(dayInWords(moment, NOON, "en-GB")).toBe(words));

  test("is in the language of the reader", () => {
    expect(dayInWords(NOON - 24 * HOUR, NOON, "de")).toBe("gestern");
    expect(dayInWords(NOON - 24 * HOUR, NOON, "fr")).toBe("hier");
  });
});

test.each([
  ["", "play"],
  ["table/abc", "play"],
  ["puzzles/first", "puzzles"],
  ["rules", "rules"],
  ["account", undefined],
])("the address %s belongs to the page %s", (address, page) => expect(pageOf(address.split("/"))).toBe(page));

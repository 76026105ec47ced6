/** Protects the names and notes of seats: a bot is marked wherever the name of its seat is shown. */

import { expect, test } from "vitest";
import type { TableSeat } from "../src/api/types";
import { loadMessages } from "../src/messages/catalogue";
import { Translator } from "../src/messages/translator";
import { sceneSeats } from "../src/play/seats";

const PERSON: TableSeat = { seat: 0, kind: "human", name: "Ada", agent: null, account: "abc", yours: false, is_bot: false, guest: false, former: false, offered_to_you: false };

test.each([
  ["en", "Rob (bot)"],
  ["de", "Rob (Bot)"],
  ["fr", "Rob (bot)"],
] as const)("a bot is marked in %s", async (locale, marked) => {
  const seats = [PERSON, { ...PERSON, seat: 1, name: "Rob", is_bot: true }];
  const shown = sceneSeats(seats, { seats: [0], watchers: 0 }, undefined, new Translator(locale, await loadMessages(locale)));
  expect(shown.map(({ name }) => name)).toEqual(["Ada", marked]);
});

test("a guest is marked, and a deleted account is a former player", async () => {
  const i18n = new Translator("en", await loadMessages("en"));
  const seats = [{ ...PERSON, guest: true }, { ...PERSON, seat: 1, name: "", former: true }, { ...PERSON, seat: 2 }];
  const shown = sceneSeats(seats, { seats: [0], watchers: 0 }, undefined, i18n);
  expect(shown.map(({ note }) => note)).toEqual([`${i18n.t("person.guest")} · ${i18n.t("seat.here")}`, i18n.t("seat.away"), i18n.t("seat.away")]);
  expect(shown[1]?.name).toBe(i18n.t("person.former"));
});

test("the reader is addressed only where exactly one seat is the reader's", async () => {
  const i18n = new Translator("en", await loadMessages("en"));
  const own = (...yours: boolean[]): (boolean | undefined)[] =>
    sceneSeats(yours.map((mine, seat) => ({ ...PERSON, seat, yours: mine })), { seats: [], watchers: 0 }, undefined, i18n).map((seat) => seat.own);
  expect(own(true, false)).toEqual([true, false]);
  expect(own(true, true)).toEqual([false, false]);
});

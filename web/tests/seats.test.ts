/** Protects the names, notes and plans of seats: a bot is marked wherever the name of its seat is shown. */

import { expect, test } from "vitest";
import type { StatedPlan, TableSeat } from "../src/api/types";
import { painterOf } from "../src/games/registry";
import { loadMessages } from "../src/messages/catalogue";
import { Translator } from "../src/messages/translator";
import { sceneSeats, withPlans } from "../src/play/seats";
import { json } from "./setup";

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

test.each([
  ["en", "Plan for its next turn: open a post in Bremen.", "Plan for 2 turns: 3 more points (Prestige track).", "Plan: 1 more point (Prestige track)."],
  ["de", "Plan für den nächsten Zug: eine Niederlassung in Bremen gründen.", "Plan für 2 Züge: 3 Punkte mehr (Prestigeleiste).", "Plan: 1 Punkt mehr (Prestigeleiste)."],
  ["fr", "Plan du prochain tour : ouvrir un comptoir à Bremen.", "Plan pour 2 tours : 3 points de plus (Piste de prestige).", "Plan : 1 point de plus (Piste de prestige)."],
] as const)("the plans of computer players are sentences in %s", async (locale, ...sentences) => {
  const painter = await painterOf("teutonica");
  const i18n = new Translator(locale, await loadMessages(locale));
  const board = json<unknown>("src/kontor/games/teutonica/data/boards/hanse-4-5.json");
  const seats = sceneSeats([0, 1, 2, 3].map((seat) => ({ ...PERSON, seat })), { seats: [], watchers: 0 }, painter, i18n);
  const plans: StatedPlan[] = [
    { seat: 1, turn: 2, reason: { word: "gain", turns: 1, event: { event: "PostEstablished", seat: 1, city: "bremen" }, line: null, points: null } },
    { seat: 2, turn: 3, reason: { word: "points", turns: 2, line: "track", points: 3, event: null } },
    { seat: 3, turn: 4, reason: { word: "points", turns: 0, line: "track", points: 1, event: null } },
  ];
  const shown = withPlans({ board, position: {}, seats }, plans, "teutonica", painter, i18n);
  expect(shown.seats.map(({ plan }) => plan)).toEqual(["", ...sentences]);
  expect(withPlans(shown, [], "teutonica", painter, i18n)).toBe(shown);
});

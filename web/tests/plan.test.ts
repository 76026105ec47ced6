/** Protects the plan of a new table: maps, editions, modules and seats fit together. */

import { expect, test } from "vitest";
import type { GameDescription } from "../src/api/types";
import { boardFor, countsOf, editionOf, editionsOf, defaultPlan, adjustPlan, mapsOf, modulesOf, setupOf, tableOf, type MapChoice } from "../src/play/plan";

const AGENTS = ["light", "easy", "medium"];
const TEUTONICA: GameDescription = {
  game: "teutonica",
  title: "Hansa Teutonica",
  implied_modules: ["two-player-pawn"],
  agents: AGENTS,
  files: {},
  editions: [
    {
      edition: "first",
      year: 2009,
      boards: { "hanse-2-3": [2, 3], "hanse-4-5": [4, 5] },
      modules: { "mission-cards": ["hanse-2-3", "hanse-4-5"], "two-player-pawn": ["hanse-2-3"] },
      switches: { income: "up-to" },
      board_switches: {},
    },
    {
      edition: "big-box",
      year: 2020,
      boards: { "hanse-2-3": [2, 3], "hanse-4-5": [4, 5], "britannia-2-3": [2, 3], "britannia-4-5": [4, 5] },
      modules: { "mission-cards": ["hanse-2-3", "hanse-4-5"] },
      switches: { income: "up-to" },
      board_switches: {},
    },
  ],
};
const HANSA: GameDescription = { game: "hansa", title: "Hansa", agents: AGENTS, files: {}, players: [2, 3, 4], modules: ["extra-card"], defaults: {} };
const [hanse, britannia] = mapsOf(TEUTONICA) as [MapChoice, MapChoice];
const [baltic] = mapsOf(HANSA) as [MapChoice];

test("sides of a board are one map, and the number of players chooses the side", () => {
  expect(mapsOf(TEUTONICA).map(({ id }) => id)).toEqual(["hanse", "britannia"]);
  const edition = editionOf(TEUTONICA, undefined);
  expect(countsOf(hanse, edition)).toEqual([2, 3, 4, 5]);
  expect([2, 4].map((players) => boardFor(hanse, edition, players))).toEqual(["hanse-2-3", "hanse-4-5"]);
});

test("the first plan is a game of three against the computer", () => {
  const plan = defaultPlan(hanse);
  expect(plan.seats).toEqual([{ kind: "human" }, { kind: "agent", agent: "medium" }, { kind: "agent", agent: "medium" }]);
  expect(setupOf(plan, hanse)).toEqual({ game: "teutonica", edition: "big-box", board: "hanse-2-3", players: 3, modules: [] });
});

test("what does not fit another map is put right", () => {
  const plan = { ...defaultPlan(hanse), edition: "first", modules: ["mission-cards"], players: 5 };
  const abroad = adjustPlan(plan, britannia);
  expect([abroad.edition, abroad.modules, abroad.seats.length]).toEqual(["big-box", [], 5]);
  expect(editionsOf(britannia).map(({ edition }) => edition)).toEqual(["big-box"]);
  const sea = adjustPlan(plan, baltic);
  expect([sea.game, sea.players, sea.edition]).toEqual(["hansa", 4, undefined]);
  expect(setupOf(sea, baltic)).toEqual({ game: "hansa", players: 4, modules: [] });
});

test("modules that follow from the number of players are not asked for", () => {
  expect(modulesOf(hanse, editionOf(TEUTONICA, "first"), "hanse-2-3")).toEqual(["mission-cards"]);
  expect(modulesOf(baltic, undefined, undefined)).toEqual(["extra-card"]);
});

test("shuffled seats are the same seats", () => {
  const plan = { ...defaultPlan(hanse), shuffled: true };
  expect(tableOf(plan, hanse).seats?.filter(({ kind }) => kind === "human")).toHaveLength(1);
});

test("a correspondence clock is sent in milliseconds", () => {
  const plan = { ...defaultPlan(hanse), clock: "correspondence" as const, correspondence: { days: 3, reserve: 1, vacation: 7, expired: "seat" as const } };
  expect(tableOf(plan, hanse).clock).toEqual({
    kind: "correspondence",
    per_move: 3 * 86_400_000,
    reserve: 86_400_000,
    vacation_days: 7,
    expired: "seat",
    agent: "light",
  });
  expect(tableOf({ ...plan, clock: "none" }, hanse).clock).toBeNull();
});

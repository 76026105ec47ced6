/** Protects the study of games: the steps and arrows of turns, moments of addresses, and copies without secrets. */

import { beforeAll, describe, expect, test } from "vitest";
import { arrowShapes } from "../src/board/arrows";
import type { Move } from "../src/board/painter";
import { setLocale, translator } from "../src/messages/i18n.svelte";
import type { GameRecord } from "../src/api/types";
import { arrowsOf, comparisonOf, stepSentence } from "../src/screens/study/comparison";
import { HiddenMoment, shortened } from "../src/screens/study/copies";
import { nearestMoment } from "../src/screens/study/moments.svelte";
import type { TurningPoint } from "../src/screens/study/analysis.svelte";
import { shown } from "./scenes";

beforeAll(() => setLocale("en"));

function point(played: readonly Move[], better: readonly Move[]): TurningPoint {
  return { number: 1, seat: 0, gave_away: 0.2, played: { steps: played }, better: { steps: better } };
}

describe("the arrows of a turn", () => {
  test("join the spots of pieces that are moved, and rewards with their route", async () => {
    const { painter, scene } = await shown("hanse-4-5.mid");
    const better = [
      { do: "lift", space: "hamburg--stade.1" },
      { do: "lift", space: "hamburg--stade.2" },
      { do: "stop" },
      { do: "put", space: "arnheim--kampen.1" },
      { do: "put", space: "arnheim--kampen.2" },
      { do: "create", route: "gottingen--quedlinburg" },
      { do: "reward", ability: "actions" },
      { do: "end-turn" },
    ];
    const played = [{ do: "place", space: "hamburg--stade.3", kind: "t" }, { do: "end-turn" }];
    const found = comparisonOf(point(played, better), painter, scene);
    expect(arrowsOf(found)).toEqual([
      { to: "space:hamburg--stade.3" },
      { from: "space:hamburg--stade.1", to: "space:arnheim--kampen.1", number: 1 },
      { from: "space:hamburg--stade.2", to: "space:arnheim--kampen.2", number: 2 },
      { to: "route:gottingen--quedlinburg", number: 3 },
      { from: "route:gottingen--quedlinburg", to: "scroll:gottingen.actions", number: 4 },
    ]);
    const shapes = arrowShapes(arrowsOf(found), painter.spotMap(scene, 1));
    expect(shapes.map(({ line }) => line !== "")).toEqual([true, true, true, false, true]);
    expect(stepSentence(found.better[2] as never, "teutonica", painter, scene, translator())).toContain("Create the route");
  });

  test("follow the ship of Hansa from port to port", async () => {
    const { painter, scene } = await shown("baltic.mid");
    const at = { ...scene, position: { ...(scene.position as object), ship: "riga" } };
    const better = [{ do: "skip-restock" }, { do: "sail", to: "danzig" }, { do: "sell", tile: ["blue", 1] }, { do: "sail", to: "lubeck" }, { do: "end-actions" }];
    const found = comparisonOf(point([{ do: "end-actions" }], better), painter, at);
    expect(arrowsOf(found)).toEqual([
      { from: "port:riga", to: "port:danzig", number: 2 },
      { to: "port:danzig", number: 3 },
      { from: "port:danzig", to: "port:lubeck", number: 4 },
    ]);
    const [, second] = arrowShapes(arrowsOf(found), painter.spotMap(at, 1));
    const [first] = arrowShapes(arrowsOf(found), painter.spotMap(at, 1));
    expect(second?.badge[0]).toBeGreaterThan(first?.badge[0] ?? 0);
  });

  test("show a turn that was only ended as text", async () => {
    const { painter, scene } = await shown("hanse-4-5.mid");
    const found = comparisonOf(point([{ do: "end-turn" }], [{ do: "income", traders: 1, merchants: 0 }]), painter, scene);
    expect(found.played?.moves).toEqual([{ do: "end-turn" }]);
    expect(arrowsOf(found)).toEqual([]);
  });
});

describe("the moment of an address", () => {
  test.each([
    ["3", 3],
    ["4", 3],
    ["99", 8],
    ["-5", 0],
    ["x", 8],
    ["", 8],
  ])("%s is shown as %d", (moment, number) => {
    expect(nearestMoment(moment, [0, 1, 2, 3, 6, 8])).toBe(number);
  });
});

describe("a copy of a moment", () => {
  const record: GameRecord = { format: 1, setup: {}, revision: 1, start: null, moves: ["a 1", "chance ?", "b 2"], result: null };

  test("keeps the moves before it", () => {
    expect(shortened({ ...record, moves: ["a 1", "b 2"] }, 1)).toEqual({ format: 1, setup: {}, revision: 1, moves: ["a 1"] });
  });

  test("is refused where a secret is unknown", () => {
    expect(shortened(record, 1).moves).toEqual(["a 1"]);
    expect(() => shortened(record, 2)).toThrow(HiddenMoment);
    expect(() => shortened({ ...record, start: { missions: { 1: "?" } } }, 0)).toThrow(HiddenMoment);
  });
});

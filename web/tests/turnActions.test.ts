/** Protects the actions of a turn: each with its steps, in both games, and the length to which undo returns. */

import { expect, test } from "vitest";
import type { Entry } from "../src/api/types";
import type { Move, Painter } from "../src/board/painter";
import { painterOf } from "../src/games/registry";
import { turnActions } from "../src/play/turnActions";

const ENDED = [{ event: "TurnEnded", seat: 0 }];

function entries(...moves: (readonly [seat: number | null, move: Partial<Move> & { do: string }, events?: Entry["events"]])[]): Entry[] {
  return moves.map(([seat, move, events = []], n) => ({
    number: n + 1,
    kind: seat === null ? "chance" : "move",
    seat,
    by: "player",
    at: 0,
    length: null,
    change: null,
    words: move.do,
    move,
    events,
  }));
}

async function shown(game: string, line: readonly Entry[], length = line.length): Promise<[string, number, number][]> {
  const painter = (await painterOf(game)) as Painter;
  return turnActions(line, length, painter).map(({ move, before, steps }) => [move.do, before, steps.length]);
}

test("an action has its steps, also those of other seats, and the turn before is left out", async () => {
  const line = entries(
    [1, { do: "place" }],
    [1, { do: "end-turn" }, ENDED],
    [0, { do: "displace" }],
    [1, { do: "relocate" }],
    [1, { do: "stop" }],
    [0, { do: "create" }],
    [0, { do: "reward" }],
  );
  expect(await shown("teutonica", line)).toEqual([
    ["displace", 2, 3],
    ["create", 5, 2],
  ]);
});

test("pieces that are moved together are one action, and so are those of a marker", async () => {
  const line = entries(
    [0, { do: "lift" }],
    [0, { do: "lift" }],
    [0, { do: "stop" }],
    [0, { do: "put" }],
    [0, { do: "put" }],
    [0, { do: "lift" }],
    [0, { do: "put" }],
    [0, { do: "use", marker: "move-3" }],
    [0, { do: "lift" }],
    [0, { do: "put" }],
    [0, { do: "use", marker: "actions-3" }],
    [0, { do: "lift" }],
  );
  expect(await shown("teutonica", line)).toEqual([
    ["lift", 0, 5],
    ["lift", 5, 2],
    ["use", 7, 3],
    ["use", 10, 1],
    ["lift", 11, 1],
  ]);
});

test("the end of a turn is an action of its own, since markers are placed after it", async () => {
  const line = entries([0, { do: "income" }], [0, { do: "end-turn" }], [0, { do: "place-marker" }]);
  expect(await shown("teutonica", line)).toEqual([
    ["income", 0, 1],
    ["end-turn", 1, 2],
  ]);
});

test("a sale of Hansa is one action, and drawn goods belong to what drew them", async () => {
  const line = entries(
    [0, { do: "restock" }],
    [null, { do: "chance" }],
    [0, { do: "sail" }],
    [0, { do: "sell" }],
    [0, { do: "sell" }],
    [0, { do: "stop" }],
    [1, { do: "lose" }],
    [0, { do: "sail" }],
  );
  expect(await shown("hansa", line)).toEqual([
    ["restock", 0, 2],
    ["sail", 2, 1],
    ["sell", 3, 4],
    ["sail", 7, 1],
  ]);
});

test("lengths count moves that the entries do not hold", async () => {
  expect(await shown("teutonica", entries([0, { do: "income" }], [0, { do: "place" }]), 12)).toEqual([
    ["income", 10, 1],
    ["place", 11, 1],
  ]);
});

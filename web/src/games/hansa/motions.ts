/** What moves on the map of Hansa when the position changes. */

import { LEAVE_MS, MOVE_MS, PLACE_MS } from "../../board/motion";
import type { GameEvent, GameMotions, Motion, Place, Step } from "../../board/painter";
import { berthAt, laneLine } from "./layout";
import Thing from "./Thing.svelte";
import type { MovingThing } from "./things";
import { boardOf, positionOf, tileId, type TileData } from "./types";

const SAIL_MS = 450;

function moving(thing: MovingThing): Motion["moving"] {
  return { sort: "thing", thing };
}

/** Where the posts of a port lie. */
function stackAt(port: string): Place {
  return { spot: `port:${port}` };
}

/** The ship follows its lane, from the berth it leaves to the berth it reaches. */
function sailing(event: GameEvent, step: Step): Motion[] {
  const board = boardOf(step.after);
  const [from, to] = [event.facts.from, event.facts.to].map((id) => board.ports.find((port) => port.id === id));
  const lane = board.routes.find((each) => each.from === from?.id && each.to === to?.id);
  if (!from || !to) return [];
  const between = lane ? laneLine(lane, board).slice(1, -1) : [];
  const way = [berthAt(from, board), ...between, berthAt(to, board)].map((at) => ({ at }));
  return [{ moving: moving({ kind: "ship" }), way, ms: SAIL_MS, reveals: "[data-ship]" }];
}

/** The warehouse that held a tile in the port of the ship. */
function warehouseOf(tile: TileData, step: Step): Place | undefined {
  const { ship = "", warehouses = {} } = positionOf(step.before);
  const at = (warehouses[ship] ?? []).findIndex((stored) => stored !== null && tileId(stored) === tileId(tile));
  return at < 0 ? undefined : { spot: `warehouse:${ship}.${at + 1}` };
}

function bought({ facts }: GameEvent, step: Step): Motion[] {
  const tile = facts.tile as unknown as TileData;
  const from = warehouseOf(tile, step);
  if (!from) return [];
  const seat = Number(facts.seat);
  const goods = { moving: moving({ kind: "tile", tile }), way: [from, { owner: seat }], ms: MOVE_MS, arc: true };
  const paid = step.events.find(({ name }) => name === "PaidTo");
  const payee = paid && { owner: Number(paid.facts.payee) };
  const thaler = { moving: moving({ kind: "thaler" }), way: [{ owner: seat }, payee ?? from], ms: MOVE_MS, appears: true };
  return Number(facts.price) > 0 ? [thaler, goods] : [goods];
}

/** Tiles that were revealed: they come from the first pile that became smaller. */
function revealed(step: Step): Motion[] {
  const [before, after] = [positionOf(step.before), positionOf(step.after)];
  const pile = (before.piles ?? []).findIndex((count, n) => count > (after.piles?.[n] ?? 0));
  const from: Place = { spot: `pile:${Math.max(0, pile) + 1}` };
  return Object.entries(after.warehouses ?? {}).flatMap(([port, stored]) =>
    stored.flatMap((tile, n) => {
      const was = before.warehouses?.[port]?.[n];
      if (!tile || (was && tileId(was) === tileId(tile))) return [];
      const reveals = `[data-warehouse="${port}.${n + 1}"] .tile`;
      return [{ moving: moving({ kind: "tile", tile }), way: [from, { spot: `warehouse:${port}.${n + 1}` }], ms: MOVE_MS, arc: true, appears: true, reveals }];
    }),
  );
}

/** Posts that came to ports and went back to their owners. */
function posts(step: Step): Motion[] {
  const placed = step.events.filter(({ name }) => name === "PostsPlaced" || name === "Built");
  const here = positionOf(step.after).ship ?? "";
  const coming = placed.map(({ facts }): Motion => {
    const seat = Number(facts.seat);
    const way = [{ owner: seat }, stackAt(String(facts.port ?? here))];
    return { moving: moving({ kind: "post", seat }), way, ms: step.held.includes(seat) ? PLACE_MS : MOVE_MS, appears: true };
  });
  const returned = step.events.filter(({ name }) => name === "PostReturned");
  const going = returned.map(({ facts }): Motion => {
    const seat = Number(facts.seat);
    return { moving: moving({ kind: "post", seat }), way: [stackAt(String(facts.port)), { owner: seat }], ms: LEAVE_MS, arc: true };
  });
  return [...coming, ...going];
}

/** Goods that leave the desks of players. */
function goods(step: Step): Motion[] {
  const here = stackAt(positionOf(step.after).ship ?? "");
  const gone = step.events.filter(({ name }) => ["Sold", "Built", "TileLost", "TileGivenUp"].includes(name));
  return gone.map(({ facts }) => ({
    moving: moving({ kind: "tile", tile: facts.tile as unknown as TileData }),
    way: [{ owner: Number(facts.seat) }, here],
    ms: LEAVE_MS,
    appears: true,
  }));
}

function motionsOf(step: Step): Motion[][] {
  const named = (name: string): GameEvent[] => step.events.filter((event) => event.name === name);
  const groups = [
    named("Sailed").flatMap((event) => sailing(event, step)),
    named("Bought").flatMap((event) => bought(event, step)),
    goods(step),
    posts(step),
    revealed(step),
  ];
  return groups.filter((group) => group.length > 0);
}

export const motions: GameMotions = { Thing, motionsOf };

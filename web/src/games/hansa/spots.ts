/** The spots of the map. */

import { pointAlong, smoothPath, type Point } from "../../board/geometry";
import type { Move, Scene, Spot, SpotId } from "../../board/painter";
import { laneLine, PILES, portAt, ribbonHalf, TILE, warehouseAt } from "./layout";
import { boardOf, positionOf, tileId, type PortData, type TileData } from "./types";

/** Where the n-th pile lies. */
export function pileAt(n: number): Point {
  return [PILES[0] - 110 + 46 * n, PILES[1] - 6];
}

function portSpots(port: PortData, scene: Scene): Spot[] {
  const board = boardOf(scene);
  const [x, y] = portAt(port.id, board);
  const stored = positionOf(scene).warehouses?.[port.id] ?? [];
  const gates = Array.from({ length: port.warehouses }, (_, n): Spot => {
    const [wx, wy] = warehouseAt(port, n, board);
    return { id: `warehouse:${port.id}.${n + 1}`, x: wx, y: wy, shape: "square", size: TILE / 2 + 2, taken: Boolean(stored[n]) };
  });
  return [{ id: `port:${port.id}`, x, y: y + 38, shape: "box", size: ribbonHalf(port), height: 11, tag: [0, -106] }, ...gates];
}

/** Every spot of a scene by its id. */
export function spotsOf(scene: Scene): ReadonlyMap<SpotId, Spot> {
  const board = boardOf(scene);
  const lanes = board.routes.map((lane): Spot => {
    const points = laneLine(lane, board);
    const [x, y] = pointAlong(points, 0.5);
    return { id: `lane:${lane.from}--${lane.to}`, x, y, shape: "path", size: 4, points, line: smoothPath(points, false) };
  });
  const piles = (positionOf(scene).piles ?? []).map((count, n): Spot => {
    const [x, y] = pileAt(n);
    return { id: `pile:${n + 1}`, x, y, shape: "square", size: 19, taken: count > 0 };
  });
  const spots = [...board.ports.flatMap((port) => portSpots(port, scene)), ...lanes, ...piles];
  return new Map(spots.map((spot) => [spot.id, spot]));
}

function warehouseWith(tile: TileData, scene: Scene): SpotId | undefined {
  const { ship = "", warehouses = {} } = positionOf(scene);
  const at = (warehouses[ship] ?? []).findIndex((stored) => stored !== null && tileId(stored) === tileId(tile));
  return at < 0 ? undefined : `warehouse:${ship}.${at + 1}`;
}

/** The pile from which the next tile comes. */
function fullPile(scene: Scene): SpotId | undefined {
  const at = (positionOf(scene).piles ?? []).findIndex((count) => count > 0);
  return at < 0 ? undefined : `pile:${at + 1}`;
}

const ON_DESKS = ["build", "sell", "lose", "give-up"];

/** The spot where a move is chosen; goods of players lie on desks. */
export function spotOf(move: Move, scene: Scene): SpotId | undefined {
  if (move.do === "place") return `port:${String(move.port)}`;
  if (move.do === "sail") return `port:${String(move.to)}`;
  if (move.do === "buy") return warehouseWith(move.tile as unknown as TileData, scene);
  if (move.do === "restock") return fullPile(scene);
  if (ON_DESKS.includes(move.do)) return `held:${tileId(move.tile as unknown as TileData)}`;
  return undefined;
}

/** The ports with posts of a seat. */
export function spotsOfSeat(seat: number, scene: Scene): SpotId[] {
  const posts = Object.entries(positionOf(scene).posts ?? {});
  return posts.flatMap(([port, counts]) => ((counts[String(seat)] ?? 0) > 0 ? [`port:${port}`] : []));
}

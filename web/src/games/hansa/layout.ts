/** The positions of ports and lanes on the map. */

import type { Point } from "../../board/geometry";
import { geographyFrom, type Geography } from "../../map/geography";
import { nameWidth } from "../../map/textWidth";
import baltic from "../../../../src/kontor/games/hansa/data/maps/baltic.json";
import type { HansaBoard, LaneData, PortData } from "./types";

export const WAREHOUSE = 52;
export const TILE = 38;
export const FRAME = 10;
export const PILES = baltic.piles as unknown as Point;

export const GEOGRAPHY: Geography = geographyFrom(baltic);
export const [, , WIDTH, HEIGHT] = GEOGRAPHY.frame;

/** The middles of ports, and the points that a lane passes between its ports. */
const PORTS = baltic.ports as unknown as Readonly<Record<string, Point>>;
const LANES = baltic.lanes as unknown as Readonly<Record<string, readonly Point[]>>;

/** The middle of the warehouses of a port. */
export function portAt(port: string, board: HansaBoard): Point {
  const known = PORTS[port];
  if (known) return known;
  const n = board.ports.findIndex(({ id }) => id === port);
  return [120 + ((n * 190) % 800), 120 + Math.floor((n * 190) / 800) * 180];
}

/** The middle of the n-th warehouse of a port, from 0. */
export function warehouseAt(port: PortData, n: number, board: HansaBoard): Point {
  const [x, y] = portAt(port.id, board);
  return [x + (n - (port.warehouses - 1) / 2) * WAREHOUSE, y + 2.5];
}

/** Half the width of the ribbon under a port. */
export function ribbonHalf(port: PortData): number {
  return nameWidth(port.name, 15) / 2 + 17;
}

/** Where the ship lies in a port. */
export function berthAt(port: PortData, board: HansaBoard): Point {
  const [x, y] = portAt(port.id, board);
  const side = x > 820 ? -1 : 1;
  return [x + side * ((port.warehouses * WAREHOUSE) / 2 + 30), y - 26];
}

/** The points of a lane from port to port. */
export function laneLine(lane: LaneData, board: HansaBoard): readonly Point[] {
  return LANES[`${lane.from}--${lane.to}`] ?? [portAt(lane.from, board), portAt(lane.to, board)];
}

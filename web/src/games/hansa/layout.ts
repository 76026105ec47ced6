/** The positions of ports and lanes on the map. */

import type { Point } from "../../board/geometry";
import { geographyFrom, type Geography } from "../../map/geography";
import { nameWidth } from "../../map/textWidth";
import baltic from "./geography.json";
import type { HansaBoard, LaneData, PortData } from "./types";

export const WIDTH = 1000;
export const HEIGHT = 775;
export const WAREHOUSE = 52;
export const TILE = 38;
export const FRAME = 10;
export const PILES: Point = [812, 722];

export const GEOGRAPHY: Geography = geographyFrom(baltic);

const PORTS: Readonly<Record<string, Point>> = {
  tonsberg: [112, 138],
  aalborg: [92, 352],
  copenhagen: [282, 474],
  lubeck: [152, 640],
  stockholm: [500, 138],
  kalmar: [424, 362],
  danzig: [590, 618],
  reval: [884, 170],
  riga: [880, 424],
};

/** Points that a lane passes between its ports. */
const LANES: Readonly<Record<string, readonly Point[]>> = {
  "copenhagen--danzig": [[344, 520], [440, 578], [540, 602]],
  "copenhagen--lubeck": [[262, 574], [248, 612], [212, 636]],
  "copenhagen--tonsberg": [[264, 420], [226, 330], [176, 250]],
  "lubeck--aalborg": [[140, 586], [136, 520], [106, 438]],
  "aalborg--copenhagen": [[148, 366], [198, 392], [246, 450]],
  "kalmar--copenhagen": [[400, 446], [372, 478], [314, 476]],
  "tonsberg--stockholm": [[166, 134], [306, 96], [444, 128]],
  "stockholm--reval": [[556, 138], [700, 112], [852, 150]],
  "stockholm--kalmar": [[512, 222], [504, 268], [452, 316]],
  "danzig--kalmar": [[570, 562], [530, 470], [454, 388]],
  "danzig--reval": [[596, 560], [612, 430], [668, 292], [760, 212], [850, 186]],
  "reval--riga": [[850, 214], [802, 240], [822, 306], [856, 364]],
  "riga--danzig": [[824, 372], [798, 318], [756, 288], [706, 302], [662, 420], [626, 560]],
};

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

/** The geography of each board. */

import { fittedTo, geographyFrom, type Geography } from "../../../map/geography";
import type { TeutonicaBoard } from "../types";
import britannia from "./britannia.json";
import east from "./east.json";
import hanse from "./hanse.json";

const BY_BOARD: Readonly<Record<string, unknown>> = {
  "hanse-4-5": hanse,
  "hanse-2-3": hanse,
  "east-3-5": east,
  "britannia-4-5": britannia,
  "britannia-2-3": britannia,
};

/** The geography of a board without a coast of its own: all land. */
function allLand(board: TeutonicaBoard): Geography {
  const [left, top, right, bottom] = board.frame;
  const land = [
    [
      [left - 40, top - 40],
      [right + 40, top - 40],
      [right + 40, bottom + 40],
      [left - 40, bottom + 40],
    ] as const,
  ];
  return { frame: board.frame, land, rivers: [], regions: {}, hills: [], woods: [], names: [], ships: [] };
}

/** The coasts, rivers and names of a board. */
export function geographyOf(board: TeutonicaBoard): Geography {
  const known = BY_BOARD[board.id];
  return known ? fittedTo(geographyFrom(known), board.frame) : allLand(board);
}

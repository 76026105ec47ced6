/** The geography of each board. */

import { fittedTo, geographyFrom, type Geography } from "../../map/geography";
import { storedGeography } from "./storedLayouts";
import type { TeutonicaBoard } from "./types";

const FOLDER = "../../../../src/kontor/games/teutonica/data/maps/geography/";
const GEOGRAPHIES = import.meta.glob<unknown>("../../../../src/kontor/games/teutonica/data/maps/geography/*.json", {
  eager: true,
  import: "default",
});

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
  const known = GEOGRAPHIES[`${FOLDER}${storedGeography(board.id)}.json`];
  return known ? fittedTo(geographyFrom(known), board.frame) : allLand(board);
}

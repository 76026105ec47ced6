/**
 * The stored layouts of the boards of this repository, from which drawings in Python are made as well: the name of a
 * board's geography, for each size of names the positions of names and signs, and the scenery between them for the usual size.
 * `npm run layouts` computes them again.
 */

import type { Point } from "../../board/geometry";
import type { PlaceName } from "../../map/geography";
import type { StoredFeature } from "../../map/terrain";

/** The free parts of a map. */
export interface StoredScenery {
  readonly compass: readonly [x: number, y: number, radius: number];
  readonly names: readonly PlaceName[];
  readonly terrain: readonly StoredFeature[];
}

/** Names and signs for one size of names, and the scenery for the usual one. */
export interface StoredLettering extends Partial<StoredScenery> {
  readonly places: Readonly<Record<string, Point>>;
}

interface StoredLayout {
  readonly geography: string;
  readonly letterings: Readonly<Record<string, StoredLettering>>;
}

const FOLDER = "../../../../src/kontor/games/teutonica/data/maps/layouts/";
const LAYOUTS = import.meta.glob<StoredLayout>("../../../../src/kontor/games/teutonica/data/maps/layouts/*.json", {
  eager: true,
  import: "default",
});

function layoutOfBoard(board: string): StoredLayout | undefined {
  return LAYOUTS[`${FOLDER}${board}.json`];
}

/** The stored layout of a board; undefined for another board, whose layout is computed when it is opened. */
export function storedLayout(board: string, lettering: number): StoredLettering | undefined {
  return layoutOfBoard(board)?.letterings[String(lettering)];
}

/** The name of the geography of a board; undefined for a board without one. */
export function storedGeography(board: string): string | undefined {
  return layoutOfBoard(board)?.geography;
}

/** Computes the stored layouts of boards again; run by `npm run layouts`. */

import { storedFeature } from "../../map/terrain";
import { geographyOf } from "./geography";
import { newLayout } from "./layout";
import { computedScenery } from "./scenery";
import { storedGeography, type StoredLettering } from "./storedLayouts";
import type { TeutonicaBoard } from "./types";

const USUAL = 1;
const LETTERINGS = [USUAL, 1.2];
const ROUNDS = 6000;

function computedLettering(board: TeutonicaBoard, lettering: number): StoredLettering {
  const [layout, places] = newLayout(board, lettering, ROUNDS);
  const stored = { places: Object.fromEntries(places) };
  if (lettering !== USUAL) return stored; // drawings in Python have no other
  const { compass, names, features } = computedScenery(geographyOf(board), layout);
  const [x, y, radius] = compass.map((length) => Number(length.toFixed(1))) as [number, number, number];
  return { ...stored, compass: [x, y, radius], names, terrain: features.map(storedFeature) };
}

/** The files of layouts by their names, for boards by their ids; boards without cities are no boards but tables. */
export function computedMaps(boards: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.values(boards).filter((board) => "cities" in (board as object)) as TeutonicaBoard[];
  const maps = known.map((board) => {
    const letterings = LETTERINGS.map((lettering) => [String(lettering), computedLettering(board, lettering)] as const);
    const layout = { geography: storedGeography(board.id) ?? "", letterings: Object.fromEntries(letterings) };
    return [`layouts/${board.id}.json`, layout] as const;
  });
  return Object.fromEntries(maps);
}

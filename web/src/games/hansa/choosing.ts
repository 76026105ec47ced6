/** How the moves of Hansa are chosen where they are made. */

import type { Choosing, Move, Scene } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { Describer } from "./describe";
import { positionOf, type TileData } from "./types";

const ORDER = ["buy", "sail", "build", "sell"];

function heading(moves: readonly Move[], scene: Scene, i18n: Translator): string {
  const describer = new Describer(scene, i18n);
  const [move] = moves;
  if (!move) return "";
  if (Array.isArray(move.tile)) return describer.tile(move.tile as unknown as TileData);
  const port = move.to ?? move.port ?? positionOf(scene).ship;
  return port === undefined ? "" : describer.port(String(port));
}

export const choosing: Choosing = {
  cards: [],
  careful: ["build"],
  direct: ["place"],
  immediate: ["restock"],
  rank: (move) => ORDER.indexOf(move.do),
  heading,
  defaultName: (move, i18n) => i18n.tOr(`hansa.verb.${move.do}`, ""),
};

/** The texts about the moves of a turn of Hansa. */

import type { Move, MoveValue, Scene, Turn } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { Describer } from "./describe";
import { boardOf, positionOf, type TileData } from "./types";

const ANY_TILE: TileData = ["orange", 1];

function count(field: string, moves: readonly Move[]): number {
  return new Set(moves.map((move) => JSON.stringify(move[field]))).size;
}

function note(verb: string, moves: readonly Move[], i18n: Translator): string {
  if (verb === "sail") return i18n.t("hansa.note.ports", { count: count("to", moves) });
  return moves.some(({ tile }) => tile !== undefined) ? i18n.t("hansa.note.tiles", { count: count("tile", moves) }) : "";
}

function left(scene: Scene, _: readonly Move[], i18n: Translator): string {
  const { thalers = {}, active, ship } = positionOf(scene);
  if (ship === undefined) return "";
  const port = new Describer(scene, i18n).port(ship);
  return i18n.t("hansa.left", { port, thalers: thalers[String(active)] ?? 0 });
}

function withTile(verb: string, tile: TileData | null | undefined): Move {
  return { do: verb, tile: (tile ?? ANY_TILE) as unknown as MoveValue };
}

function sample(verb: string, scene: Scene): Move | undefined {
  const { ship = "", warehouses = {}, held = {}, active } = positionOf(scene);
  if (verb === "sail") return { do: "sail", to: boardOf(scene).ports.find(({ id }) => id !== ship)?.id ?? "" };
  if (verb === "buy") return withTile("buy", warehouses[ship]?.find(Boolean));
  return withTile(verb, held[String(active)]?.[0]);
}

const BEGINNING = ["place", "restock", "sail", "buy", "build", "sell"];

/** Whether a move begins an action; further tiles of a sale belong to it. */
function begins(move: Move, before: readonly Move[]): boolean {
  return BEGINNING.includes(move.do) && !(move.do === "sell" && before[0]?.do === "sell");
}

function detail(move: Move, scene: Scene, i18n: Translator): string {
  const describer = new Describer(scene, i18n);
  if (move.tile !== undefined) return describer.tile(move.tile as unknown as TileData);
  const port = move.to ?? move.port;
  return port === undefined ? "" : describer.port(String(port));
}

export const turn: Turn = {
  usual: ["sail", "buy", "build", "sell"],
  keys: { sail: "a", buy: "b", build: "c", sell: "d", restock: "e", place: "f" },
  begins,
  left,
  detail,
  note: (verb, moves, _, i18n) => note(verb, moves, i18n),
  sample,
  tag: () => undefined,
};

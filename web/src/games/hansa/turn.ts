/** The texts about the moves of a turn of Hansa. */

import type { Move, MoveValue, Scene, Turn } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { Describer } from "./describe";
import { boardOf, positionOf, type TileData } from "./types";

const ANY_TILE: TileData = ["orange", 1];

function tiles(moves: readonly Move[], scene: Scene, i18n: Translator): string {
  const describer = new Describer(scene, i18n);
  return i18n.list([...new Set(moves.map((move) => describer.tile(move.tile as unknown as TileData)))]);
}

function ports(moves: readonly Move[], scene: Scene, i18n: Translator): string {
  const describer = new Describer(scene, i18n);
  return i18n.list(moves.map((move) => describer.port(String(move.to))));
}

const NOTES: Readonly<Record<string, typeof tiles>> = { sail: ports, buy: tiles, build: tiles, sell: tiles, lose: tiles, "give-up": tiles };

function left(scene: Scene, i18n: Translator): string {
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

export const turn: Turn = {
  usual: ["sail", "buy", "build", "sell"],
  left,
  note: (verb, moves, scene, i18n) => NOTES[verb]?.(moves, scene, i18n) ?? "",
  sample,
  tag: () => undefined,
};

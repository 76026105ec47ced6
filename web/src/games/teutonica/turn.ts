/** The texts about the moves of a turn of Hansa Teutonica. */

import type { Move, Scene, Turn } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { Describer } from "./describe";
import { abilityValue } from "./abilities";
import { boardOf, componentsOf, positionOf } from "./types";

type Notes = (moves: readonly Move[], scene: Scene, i18n: Translator) => string;

function mine<T>(bySeat: Readonly<Record<string, T>> | undefined, scene: Scene): T | undefined {
  return bySeat?.[String(positionOf(scene).active)];
}

function distinct(moves: readonly Move[], field: string): string[] {
  return [...new Set(moves.map((move) => String(move[field])))];
}

const NOTES: Readonly<Record<string, Notes>> = {
  income: (moves, _, i18n) => {
    const most = Math.max(...moves.map((move) => Number(move.traders) + Number(move.merchants)));
    return i18n.t("teutonica.note.income", { most });
  },
  place: (_, scene, i18n) => {
    const [traders, merchants] = mine(positionOf(scene).supply, scene) ?? [0, 0];
    return i18n.t("teutonica.note.place", { traders, merchants });
  },
  displace: (moves, _, i18n) => i18n.t("teutonica.note.displace", { count: distinct(moves, "space").length }),
  lift: (_, scene, i18n) => {
    const level = mine(positionOf(scene).abilities, scene)?.book ?? 0;
    return i18n.t("teutonica.note.lift", { most: String(abilityValue(scene, "book", level)) });
  },
  create: (moves, _, i18n) => i18n.t("teutonica.note.create", { count: distinct(moves, "route").length }),
  use: (moves, _, i18n) => i18n.t("teutonica.note.use", { count: distinct(moves, "marker").length }),
};

/** Moves that begin an action without spending one. */
const FREE = ["use", "buy-favour", "end-turn"];

function left(scene: Scene, begun: readonly Move[], i18n: Translator): string {
  const position = positionOf(scene);
  const printed = abilityValue(scene, "actions", mine(position.abilities, scene)?.actions ?? 0) ?? 0;
  const count = position.actions ?? 0;
  const spent = begun.filter((move) => !FREE.includes(move.do)).length;
  return i18n.t("teutonica.left", { left: count, all: Math.max(count + spent, Number(printed)) });
}

const BEGINNING = ["income", "place", "displace", "create", "use", "buy-favour"];

/** Whether a move begins an action: a lift does unless pieces are being moved already, the pawn if it costs an action. */
function begins(move: Move, before: readonly Move[]): boolean {
  if (move.do === "pawn") return move.paid === true;
  if (move.do !== "lift") return BEGINNING.includes(move.do);
  const [first, last] = [before[0], before.at(-1)];
  return last?.do !== "lift" && !(first?.do === "use" && first.marker === "move-3" && before.length === 1);
}

function income(traders: number, merchants: number, describer: Describer): string {
  return traders && merchants ? describer.i18n.t("teutonica.note.place", { traders, merchants }) : describer.amount(traders, merchants);
}

/** The first city of a province, which stands for it where space is short. */
function provinceCity(scene: Scene, id: string): string {
  return boardOf(scene).two_player?.provinces.find((province) => province.id === id)?.cities[0] ?? id;
}

function detail(move: Move, scene: Scene, i18n: Translator): string {
  const describer = new Describer(scene, i18n);
  if (move.do === "income") return income(Number(move.traders), Number(move.merchants), describer);
  if (move.space !== undefined) return describer.route(String(move.space).split(".")[0] ?? "");
  if (move.route !== undefined) return describer.route(String(move.route));
  if (move.marker !== undefined) return describer.marker(String(move.marker));
  if (move.province !== undefined) return describer.city(provinceCity(scene, String(move.province)));
  return move.tile === undefined ? "" : describer.term("favour", String(move.tile));
}

const SAMPLES: Readonly<Record<string, (scene: Scene) => Move | undefined>> = {
  income: () => ({ do: "income", traders: 1, merchants: 0 }),
  place: (scene) => {
    const taken = positionOf(scene).spaces ?? {};
    const spaces = boardOf(scene).routes.flatMap(({ id, points }) => points.map((_, n) => `${id}.${n + 1}`));
    const space = spaces.find((free) => !(free in taken));
    return space === undefined ? undefined : { do: "place", space, kind: "t" };
  },
  displace: (scene) => {
    const { spaces = {}, active } = positionOf(scene);
    const space = Object.keys(spaces).find((taken) => spaces[taken]?.[0] !== active) ?? firstSpace(scene);
    return { do: "displace", space, kind: "t", fee_merchants: 0 };
  },
  lift: (scene) => {
    const { spaces = {}, active } = positionOf(scene);
    const space = Object.keys(spaces).find((taken) => spaces[taken]?.[0] === active) ?? firstSpace(scene);
    return { do: "lift", space };
  },
  create: (scene) => ({ do: "create", route: boardOf(scene).routes[0]?.id ?? "" }),
};

function firstSpace(scene: Scene): string {
  return `${boardOf(scene).routes[0]?.id ?? ""}.1`;
}

function tag(move: Move, scene: Scene): string | undefined {
  const piece = move.do === "displace" ? positionOf(scene).spaces?.[String(move.space)] : undefined;
  const fee = piece && componentsOf(scene).displacement_fees?.[piece[1]];
  return fee === undefined ? undefined : `+${fee}`;
}

export const turn: Turn = {
  usual: ["income", "place", "displace", "lift", "create"],
  keys: { income: "a", place: "b", displace: "c", lift: "d", create: "e", use: "f", "buy-favour": "g", pawn: "p" },
  begins,
  actionsLeft: (scene) => positionOf(scene).actions,
  left,
  detail,
  note: (verb, moves, scene, i18n) => NOTES[verb]?.(moves, scene, i18n) ?? "",
  sample: (verb, scene) => SAMPLES[verb]?.(scene),
  tag,
};

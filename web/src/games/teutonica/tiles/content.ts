/** What the tile of a move shows: pictures, a short name, what is paid, and a note. */

import type { Move, Preview, Scene } from "../../../board/painter";
import type { Translator } from "../../../messages/translator";
import type { IconName } from "../../../parts/icons";
import { ABILITY_ICONS } from "../abilities";
import { Describer } from "../describe";
import { favourIcon } from "../favours";
import { componentsOf, positionOf, type Ability, type Kind, type PieceData } from "../types";

/** One picture. */
export type Sign =
  | { readonly sort: "piece"; readonly piece: PieceData }
  | { readonly sort: "marker"; readonly marker: string; readonly permanent?: boolean }
  | { readonly sort: "icon"; readonly icon: IconName }
  | { readonly sort: "value"; readonly ability: Ability; readonly level: number; readonly current: boolean };

export interface TileContent {
  readonly large: readonly Sign[];
  readonly title: string;
  /** What is paid. */
  readonly fee?: readonly Sign[];
  readonly note?: string | undefined;
}

/** A move with everything its tile is made from. */
export interface TileSource {
  readonly move: Move;
  readonly scene: Scene;
  readonly seat: number;
  readonly after?: Preview | undefined;
  readonly i18n: Translator;
}

type Amount = readonly [traders: number, merchants: number];

/** Some pieces of a seat, traders first. */
export function piecesOf(owner: PieceData[0], [traders, merchants]: Amount): Sign[] {
  const sign = (kind: Kind): Sign => ({ sort: "piece", piece: [owner, kind] });
  return [...Array.from({ length: traders }, () => sign("t")), ...Array.from({ length: merchants }, () => sign("m"))];
}

function icon(name: IconName): Sign {
  return { sort: "icon", icon: name };
}

function kindName(kind: unknown, i18n: Translator): string {
  return i18n.t("teutonica.tile.kind", { kind: String(kind) });
}

/** The supply of a seat in a scene. */
export function supplyOf(scene: Scene, seat: number): Amount {
  return positionOf(scene).supply?.[String(seat)] ?? [0, 0];
}

/** The pieces that a seat pays with a move: what its supply loses besides the piece it puts down. */
function feeOf({ move, scene, seat, after }: TileSource): readonly Sign[] {
  const merchants = Number(move.fee_merchants ?? 0);
  const put = move.kind === "m" ? 1 : 0;
  if (after) {
    const [before, left] = [supplyOf(scene, seat), supplyOf(after.scene, seat)];
    return piecesOf(seat, [before[0] - left[0] - (1 - put), before[1] - left[1] - put]);
  }
  const displaced = positionOf(scene).spaces?.[String(move.space)];
  const all = displaced ? (componentsOf(scene).displacement_fees?.[displaced[1]] ?? merchants) : Math.max(1, merchants);
  return piecesOf(seat, [all - merchants, merchants]);
}

/** How many pieces of the kind that is put down are left. */
function leftNote({ move, scene, seat, i18n }: TileSource): string {
  const before = supplyOf(scene, seat)[move.kind === "m" ? 1 : 0];
  return i18n.t("teutonica.tile.left", { before, after: before - 1 });
}

function putting(source: TileSource): TileContent {
  const { move, scene, seat, i18n } = source;
  const owner = positionOf(scene).pending?.tasks?.at(-1)?.owner ?? seat;
  const title = kindName(move.kind, i18n);
  const large: Sign[] = [{ sort: "piece", piece: [owner, move.kind === "m" ? "m" : "t"] }];
  if (move.do === "relocate" || move.do === "permanent") return { large, title };
  if (move.fee_merchants === undefined) return { large, title, note: leftNote(source) };
  return { large, title, fee: feeOf(source) };
}

/** The piece that a move takes from or puts on a space. */
function onSpace({ move, scene, i18n }: TileSource): TileContent {
  const { spaces = {}, pending } = positionOf(scene);
  const [owner, kind] = pending?.hand?.[0] ?? [];
  const held: PieceData | undefined = owner === undefined ? undefined : [owner as PieceData[0], kind as Kind];
  const piece = spaces[String(move.space)] ?? held;
  return { large: piece ? [{ sort: "piece", piece }] : [icon("place")], title: i18n.t(`teutonica.verb.${move.do as "put"}`) };
}

function developing({ move, scene, seat, i18n }: TileSource): TileContent {
  const ability = String(move.ability) as Ability;
  const level = positionOf(scene).abilities?.[String(seat)]?.[ability] ?? 0;
  const large: Sign[] = [
    { sort: "value", ability, level, current: false },
    icon("right"),
    { sort: "value", ability, level: level + 1, current: true },
  ];
  return { large: [icon(ABILITY_ICONS[ability]), ...large], title: i18n.t(`teutonica.ability.${ability}`) };
}

function taking({ move, seat, i18n }: TileSource): TileContent {
  if (move.kind) return { large: piecesOf(seat, move.kind === "m" ? [0, 1] : [1, 0]), title: kindName(move.kind, i18n) };
  const amount: Amount = [Number(move.traders ?? 0), Number(move.merchants ?? 0)];
  const count = amount[0] + amount[1];
  if (count === 0) return { large: [icon("close")], title: i18n.t("teutonica.tile.nothing") };
  return { large: piecesOf(seat, amount), title: i18n.t("teutonica.tile.amount", { count }) };
}

function marked(marker: string, { move, scene, i18n }: TileSource): TileContent {
  const describer = new Describer(scene, i18n);
  const note = move.city ? describer.city(String(move.city)) : move.do === "swap" ? describer.owner(Number(move.seat)) : undefined;
  return { large: [{ sort: "marker", marker }], title: describer.marker(marker), note };
}

function attaching(source: TileSource): TileContent {
  return marked(positionOf(source.scene).pending?.tasks?.at(-1)?.marker ?? "", source);
}

function favour({ move, scene, i18n }: TileSource): TileContent {
  const markers = (Array.isArray(move.markers) ? move.markers : []) as readonly string[];
  const tile = String(move.tile);
  return { large: [icon(favourIcon(tile))], title: new Describer(scene, i18n).term("favour", tile), fee: markers.map((marker) => ({ sort: "marker", marker })) };
}

function pawn({ move, i18n }: TileSource): TileContent {
  const paid = move.paid === true || move.paid === "true";
  return { large: [icon("pawn")], title: i18n.t("teutonica.tile.pawn"), ...(paid ? { fee: [icon("actions")] } : { note: i18n.t("teutonica.tile.free") }) };
}

function neutralPost({ move, scene, i18n }: TileSource): TileContent {
  return { large: [{ sort: "piece", piece: ["n", "t"] }], title: new Describer(scene, i18n).city(String(move.city)) };
}

function creating({ move, scene, i18n }: TileSource): TileContent {
  return { large: [icon("route")], title: i18n.t("teutonica.tile.create"), note: new Describer(scene, i18n).route(String(move.route)) };
}

const CONTENT: Readonly<Record<string, (source: TileSource) => TileContent>> = {
  income: (source) => taking(source),
  react: taking,
  place: putting,
  displace: putting,
  relocate: putting,
  permanent: (source) => (source.move.ability ? developing(source) : putting(source)),
  put: onSpace,
  lift: onSpace,
  remove: onSpace,
  use: (source) => (source.move.ability ? developing(source) : marked(String(source.move.marker), source)),
  "place-marker": (source) => marked(String(source.move.marker ?? "?"), source),
  swap: (source) => marked(String(source.move.marker), source),
  attach: attaching,
  "buy-favour": favour,
  pawn,
  "neutral-post": neutralPost,
  create: creating,
};

/** What the tile of a move shows. */
export function contentOf(source: TileSource): TileContent {
  const { move, i18n } = source;
  return CONTENT[move.do]?.(source) ?? { large: [icon("check")], title: i18n.tOr(`teutonica.verb.${move.do}`, move.do) };
}

/** What the card of a reward says: its name, and what it changes by the positions before and after. */

import type { Scene } from "../../../board/painter";
import { printedValue } from "../abilities";
import { Describer } from "../describe";
import { boardOf, citiesOf, derivedStateOf, positionOf, type Ability, type CityData, type PieceData } from "../types";
import { piecesOf, supplyOf, type Sign, type TileSource } from "./content";

export interface RewardContent {
  readonly title: string;
  readonly notes: readonly string[];
  /** The pieces that come to the supply. */
  readonly freed: readonly Sign[];
}

/** The city of a post or an extra post. */
export function cityOf({ move, scene }: Pick<TileSource, "move" | "scene">): CityData | undefined {
  return citiesOf(boardOf(scene)).get(String(move.post ?? move.extra_post ?? ""));
}

/** The number of the post that a reward fills, from 0: the one that has a piece afterwards, or the first free one. */
export function filledPost({ move, scene, after }: TileSource): number {
  const city = String(move.post);
  const before = positionOf(scene).posts?.[city] ?? [];
  const later = after && positionOf(after.scene).posts?.[city];
  const filled = later?.findIndex((piece, n) => piece !== null && !before[n]) ?? -1;
  const free = before.findIndex((piece) => piece === null);
  return filled >= 0 ? filled : before.length === 0 ? 0 : free;
}

/** The piece that a reward puts into a post. */
export function settled(source: TileSource): PieceData | undefined {
  const { move, scene, seat, after } = source;
  if (move.extra_post) return [seat, move.kind === "m" ? "m" : "t"];
  const found = after && positionOf(after.scene).posts?.[String(move.post)]?.[filledPost(source)];
  const shape = citiesOf(boardOf(scene)).get(String(move.post))?.posts[filledPost(source)]?.shape;
  return found ?? [seat, shape === "circle" ? "m" : "t"];
}

function title({ move, scene, seat, i18n }: TileSource): string {
  const describer = new Describer(scene, i18n);
  if (move.post) return i18n.t("teutonica.reward.post", { city: describer.city(String(move.post)) });
  if (move.extra_post) return i18n.t("teutonica.reward.extra", { city: describer.city(String(move.extra_post)) });
  if (move.special) return i18n.t("teutonica.reward.special", { points: Number(move.special) });
  if (!move.ability) return i18n.t("teutonica.tile.nothing");
  const ability = String(move.ability) as Ability;
  const level = positionOf(scene).abilities?.[String(seat)]?.[ability] ?? 0;
  const [before, after] = [printedValue(scene, ability, level), printedValue(scene, ability, level + 1)];
  return i18n.t("teutonica.reward.ability", { ability: describer.term("ability", ability), before, after });
}

/** Who controls a city afterwards, where the reward is about a city. */
function control({ move, scene, seat, after, i18n }: TileSource): string[] {
  const city = String(move.post ?? move.extra_post ?? "");
  if (!after || !city) return [];
  const [before, later] = [derivedStateOf(scene).control?.[city], derivedStateOf(after.scene).control?.[city]];
  if (later === undefined) return [];
  const key = later !== seat ? "other" : before === seat ? "keep" : "gain";
  return [i18n.t("teutonica.reward.control", { key, name: new Describer(scene, i18n).owner(later) })];
}

function networkOf(scene: Scene, seat: number): number {
  return derivedStateOf(scene).networks?.[String(seat)] ?? 0;
}

function growth({ scene, seat, after, i18n }: TileSource): string[] {
  if (!after) return [];
  const key = String(seat);
  const points = (positionOf(after.scene).score?.[key] ?? 0) - (positionOf(scene).score?.[key] ?? 0);
  const [network, larger] = [networkOf(scene, seat), networkOf(after.scene, seat)];
  const actions = (positionOf(after.scene).actions ?? 0) - (positionOf(scene).actions ?? 0);
  return [
    ...(network !== larger ? [i18n.t("teutonica.reward.network", { before: network, after: larger })] : []),
    ...(points > 0 ? [i18n.t("teutonica.reward.points", { points })] : []),
    ...(actions > 0 ? [i18n.t("teutonica.reward.actions", { count: actions })] : []),
  ];
}

function stated({ move, i18n }: TileSource): string[] {
  if (move.special) return [i18n.t("teutonica.reward.special.note", { points: Number(move.special) })];
  return move.post || move.extra_post || move.ability ? [] : [i18n.t("teutonica.reward.nothing.note")];
}

function freed({ scene, seat, after }: TileSource): readonly Sign[] {
  if (!after) return [];
  const [before, later] = [supplyOf(scene, seat), supplyOf(after.scene, seat)];
  return piecesOf(seat, [Math.max(0, later[0] - before[0]), Math.max(0, later[1] - before[1])]);
}

/** What the card of a reward says. */
export function rewardOf(source: TileSource): RewardContent {
  return { title: title(source), notes: [...stated(source), ...control(source), ...growth(source)], freed: freed(source) };
}

/** The painter of Hansa Teutonica. */

import type { SpotMap, GameEvent, Painter, Scene, SeatSummary, SpotId } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { banner, decisionLabel } from "./banner";
import { cameFrom, CLOSING, ICONS, inferredMove, question, spotOfEvent } from "./choices";
import { describe, values } from "./describe";
import RegionPosts from "./desk/RegionPosts.svelte";
import Desk from "./desk/Desk.svelte";
import Details from "./desk/Details.svelte";
import { explain } from "./explain";
import FinalHoldings from "./FinalHoldings.svelte";
import Rival from "./desk/Rival.svelte";
import { completesRoute, hand } from "./hand";
import { layoutOf, unitOf } from "./layout";
import { orders } from "./orders";
import Picture from "./Picture.svelte";
import { spotOf, spotsOf, spotsOfSeat } from "./spots";
import { stepsOf } from "./steps";
import { choosing } from "./tiles/choosing";
import Tile from "./tiles/Tile.svelte";
import Thumbnail from "./Thumbnail.svelte";
import { turn } from "./turn";
import { boardOf, derivedStateOf, positionOf, type TeutonicaBoard } from "./types";

const SOUNDS = {
  Placed: "place",
  Relocated: "place",
  Put: "place",
  PostEstablished: "place",
  Displaced: "displace",
  RouteCreated: "route",
  ControlScored: "points",
  CoinScored: "points",
  SpecialTaken: "points",
  EastWestConnected: "points",
} as const;

function size(given: unknown): Pick<SpotMap, "width" | "height" | "unit"> {
  const board = given as TeutonicaBoard;
  const [width, height] = board.size;
  return { width, height, unit: unitOf(board) };
}

const spotMaps = new WeakMap<Scene, SpotMap>();

function spotMap(scene: Scene, lettering: number): SpotMap {
  const known = spotMaps.get(scene);
  if (known?.lettering === lettering) return known;
  const layout = layoutOf(boardOf(scene), lettering);
  const made = { ...size(scene.board), lettering, spots: spotsOf(scene, layout) };
  spotMaps.set(scene, made);
  return made;
}

function title(board: unknown, i18n: Translator): string {
  const { id } = board as TeutonicaBoard;
  return i18n.tOr(`teutonica.board.${id}`, id);
}

function summary(scene: Scene, seat: number, i18n: Translator): SeatSummary {
  const { score, supply } = positionOf(scene);
  const [points, [traders, merchants]] = [score?.[String(seat)] ?? 0, supply?.[String(seat)] ?? [0, 0]];
  return {
    points: { value: points, unit: i18n.t("table.pp"), label: i18n.t("table.prestige", { points }) },
    holds: [
      { shape: "trader", count: traders, label: i18n.t("teutonica.traders", { count: traders }) },
      { shape: "merchant", count: merchants, label: i18n.t("teutonica.merchants", { count: merchants }) },
    ],
  };
}

function alert({ name, facts }: GameEvent, seats: readonly number[], i18n: Translator): string | undefined {
  return name === "Displaced" && seats.includes(Number(facts.seat)) ? i18n.t("teutonica.alert.displaced") : undefined;
}

function achievement(spot: SpotId, seat: number, scene: Scene, i18n: Translator): string | undefined {
  const [sort, space = ""] = spot.split(":");
  return sort === "space" && completesRoute(space, seat, scene) ? i18n.t("teutonica.completes") : undefined;
}

export const painter: Painter = {
  game: "teutonica",
  colours: ["red", "blue", "yellow", "green", "purple"],
  Picture,
  Thumbnail,
  Desk,
  Rival,
  Details,
  Tile,
  choosing,
  FinalHoldings,
  BoardSummary: RegionPosts,
  summary,
  title,
  size,
  spotMap,
  spotOf,
  stepsOf,
  describe,
  explain,
  icons: ICONS,
  closing: CLOSING,
  opening: ["lift"],
  turn,
  hand,
  orders,
  achievement,
  banner,
  decisionLabel,
  question,
  spotsOfSeat,
  scoreLines: (scene) => derivedStateOf(scene).score_lines ?? Object.keys(scene.scores?.[0]?.lines ?? {}),
  spotOfEvent,
  cameFrom,
  sounds: SOUNDS,
  motions: async () => (await import("./motions")).motions,
  inferredMove,
  values,
  alert,
  hasSecrets: (scene) => positionOf(scene).missions !== undefined,
};

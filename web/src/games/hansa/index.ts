/** The painter of Hansa. */

import type { SpotMap, Painter, Scene, SeatSummary } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { choosing } from "./choosing";
import { cameFrom, CLOSING, ICONS, inferredMove, question, spotOfEvent } from "./choices";
import { describe, values } from "./describe";
import Desk from "./Desk.svelte";
import Details from "./Details.svelte";
import { explain } from "./explain";
import FinalHoldings from "./FinalHoldings.svelte";
import MoveTile from "./MoveTile.svelte";
import Picture from "./Picture.svelte";
import Rival from "./Rival.svelte";
import { HEIGHT, WIDTH } from "./layout";
import { spotOf, spotsOf, spotsOfSeat } from "./spots";
import { stepsOf } from "./steps";
import Thumbnail from "./Thumbnail.svelte";
import { turn } from "./turn";
import { positionOf, postsLeft } from "./types";

const SIZE = { width: WIDTH, height: HEIGHT, unit: 1.2 } as const;

function spotMap(scene: Scene, lettering: number): SpotMap {
  return { ...SIZE, lettering, spots: spotsOf(scene) };
}

function summary(scene: Scene, seat: number, i18n: Translator): SeatSummary {
  const value = scene.scores?.[seat]?.total ?? 0;
  const [thalers, posts] = [positionOf(scene).thalers?.[String(seat)] ?? 0, postsLeft(scene, seat)];
  return {
    points: { value, unit: i18n.t("table.in-all"), label: i18n.t("table.points", { points: value }) },
    holds: [
      { icon: "coin", count: thalers, label: i18n.t("hansa.desk.thalers", { count: thalers }) },
      { shape: "merchant", count: posts, label: `${i18n.t("hansa.desk.posts")}: ${posts}` },
    ],
  };
}

export const painter: Painter = {
  game: "hansa",
  colours: ["grey", "yellow", "purple", "white"],
  Picture,
  Thumbnail,
  Desk,
  Rival,
  Tile: MoveTile,
  choosing,
  Details,
  summary,
  FinalHoldings,
  title: (_, i18n) => i18n.t("hansa.board"),
  size: () => SIZE,
  spotMap,
  spotOf,
  stepsOf,
  describe,
  explain,
  icons: ICONS,
  closing: CLOSING,
  turn,
  question,
  spotsOfSeat,
  spotOfEvent,
  cameFrom,
  sounds: { PostsPlaced: "place", Built: "place", Bought: "place", Sailed: "route", Sold: "points", PaidTo: "points" },
  motions: async () => (await import("./motions")).motions,
  inferredMove,
  values,
};

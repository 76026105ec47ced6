/** The painter of Hansa. */

import type { SpotMap, Painter, Scene } from "../../board/painter";
import { cameFrom, CLOSING, ICONS, inferredMove, question, spotOfEvent } from "./choices";
import { describe, values } from "./describe";
import Desk from "./Desk.svelte";
import Details from "./Details.svelte";
import { explain } from "./explain";
import Picture from "./Picture.svelte";
import Rival from "./Rival.svelte";
import { HEIGHT, WIDTH } from "./layout";
import { spotOf, spotsOf, spotsOfSeat } from "./spots";
import Thumbnail from "./Thumbnail.svelte";
import { turn } from "./turn";

const SIZE = { width: WIDTH, height: HEIGHT, unit: 1.2 } as const;

function spotMap(scene: Scene, lettering: number): SpotMap {
  return { ...SIZE, lettering, spots: spotsOf(scene) };
}

export const painter: Painter = {
  game: "hansa",
  colours: ["grey", "yellow", "purple", "white"],
  Picture,
  Thumbnail,
  Desk,
  Rival,
  Details,
  title: (_, i18n) => i18n.t("hansa.board"),
  size: () => SIZE,
  spotMap,
  spotOf,
  describe,
  explain,
  icons: ICONS,
  closing: CLOSING,
  turn,
  question,
  spotsOfSeat,
  spotOfEvent,
  cameFrom,
  motions: async () => (await import("./motions")).motions,
  inferredMove,
  values,
};

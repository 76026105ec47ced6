/** The painter of Hansa Teutonica. */

import type { Chart, Painter, Scene } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { ask, cameFrom, CLOSING, ICONS, meant, spotOfEvent } from "./choices";
import { describe, values } from "./describe";
import Countries from "./desk/Countries.svelte";
import Desk from "./desk/Desk.svelte";
import { explain } from "./explain";
import Rival from "./desk/Rival.svelte";
import { layoutOf, unitOf } from "./layout";
import Picture from "./Picture.svelte";
import { spotOf, spotsOf } from "./spots";
import Thumbnail from "./Thumbnail.svelte";
import { turn } from "./turn";
import { boardOf, type TeutonicaBoard } from "./words";

function size(given: unknown): Pick<Chart, "width" | "height" | "unit"> {
  const board = given as TeutonicaBoard;
  const [width, height] = board.size;
  return { width, height, unit: unitOf(board) };
}

const charts = new WeakMap<Scene, Chart>();

function chart(scene: Scene, lettering: number): Chart {
  const known = charts.get(scene);
  if (known?.lettering === lettering) return known;
  const layout = layoutOf(boardOf(scene), lettering);
  const made = { ...size(scene.board), lettering, spots: spotsOf(scene, layout) };
  charts.set(scene, made);
  return made;
}

function title(board: unknown, words: Translator): string {
  const { id } = board as TeutonicaBoard;
  const key = `teutonica.board.${id}`;
  return words.knows(key) ? words.say(key) : id;
}

export const painter: Painter = {
  game: "teutonica",
  colours: ["red", "blue", "yellow", "green", "purple"],
  Picture,
  Thumbnail,
  Desk,
  Rival,
  Standing: Countries,
  title,
  size,
  chart,
  spotOf,
  describe,
  explain,
  icons: ICONS,
  closing: CLOSING,
  turn,
  ask,
  spotOfEvent,
  cameFrom,
  meant,
  values,
};

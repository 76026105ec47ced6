/** The explanations of spots. */

import type { Scene, SpotId } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { boardOf, citiesOf, componentsOf, positionOf } from "./types";

type Topic = (id: string, scene: Scene) => readonly string[];

function spaceTopics(id: string, scene: Scene): string[] {
  if (positionOf(scene).spaces?.[id]) return ["space.taken"];
  const [route = "", number = "1"] = id.split(".");
  const kind = boardOf(scene).routes.find((each) => each.id === route)?.spaces[Number(number) - 1];
  return [kind === "merchant" ? "space.ship" : "space"];
}

function markerTopics(id: string, scene: Scene): string[] {
  const marker = positionOf(scene).markers_on_routes?.[id];
  const attached = (positionOf(scene).attached?.[id] ?? []).map(([, sort]) => `marker.${sort}`);
  if (marker) return [`marker.${marker}`, "marker", ...attached];
  const permanent = boardOf(scene).routes.find((each) => each.id === id)?.permanent;
  return permanent ? ["permanent", ...attached] : attached.length > 0 ? attached : ["marker.free"];
}

const TOPICS: Readonly<Record<string, Topic>> = {
  space: spaceTopics,
  marker: markerTopics,
  city: (id, scene) => (citiesOf(boardOf(scene)).get(id)?.green ? ["city.green", "city"] : ["city"]),
  scroll: (id) => [`ability.${id.split(".")[1] ?? ""}`, "scroll"],
  ability: (id) => [`ability.${id}`],
  held: (id) => [`marker.${id}`],
};

/** Explain what a spot is for. */
export function explain(spot: SpotId, scene: Scene, i18n: Translator): string {
  const colon = spot.indexOf(":");
  const [sort, id] = [spot.slice(0, colon), spot.slice(colon + 1)];
  const topics = TOPICS[sort]?.(id, scene) ?? [sort];
  const { t: trader = 0, m: merchant = 0 } = componentsOf(scene).displacement_fees ?? {};
  return topics.map((topic) => i18n.tOr(`explain.teutonica.${topic}`, "", { trader, merchant })).filter(Boolean).join(" ");
}

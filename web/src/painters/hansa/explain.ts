/** What things of Hansa are for, in words. */

import type { Scene, SpotId } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { positionOf } from "./words";

function topicOf(sort: string, id: string, scene: Scene): string {
  const { warehouses = {}, piles = [] } = positionOf(scene);
  const [port = "", number = "1"] = id.split(".");
  if (sort === "warehouse" && !warehouses[port]?.[Number(number) - 1]) return "warehouse.empty";
  if (sort === "pile" && Number(id) === piles.length) return "pile.last";
  return sort;
}

/** What something at a spot is for. */
export function explain(spot: SpotId, scene: Scene, words: Translator): string {
  const [sort = "", id = ""] = spot.split(":");
  const key = `explain.hansa.${topicOf(sort, id, scene)}`;
  return words.knows(key) ? words.say(key) : "";
}

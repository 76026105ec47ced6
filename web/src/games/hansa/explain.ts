/** The explanations of spots. */

import type { Scene, SpotId } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { positionOf } from "./types";

function topicOf(sort: string, id: string, scene: Scene): string {
  const { warehouses = {}, piles = [] } = positionOf(scene);
  const [port = "", number = "1"] = id.split(".");
  if (sort === "warehouse" && !warehouses[port]?.[Number(number) - 1]) return "warehouse.empty";
  if (sort === "pile" && Number(id) === piles.length) return "pile.last";
  return sort;
}

/** Explain what a spot is for. */
export function explain(spot: SpotId, scene: Scene, i18n: Translator): string {
  const [sort = "", id = ""] = spot.split(":");
  return i18n.tOr(`explain.hansa.${topicOf(sort, id, scene)}`, "");
}

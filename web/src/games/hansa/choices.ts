/** The icons, questions and events of Hansa, and the moves that clicks without offers mean. */

import type { GameEvent, Move, MoveValue, Scene, SpotId } from "../../board/painter";
import type { MessageKey } from "../../messages/types";
import type { Translator } from "../../messages/translator";
import type { IconName } from "../../parts/icons";
import { positionOf } from "./types";

export const ICONS: Readonly<Record<string, IconName>> = {
  place: "build",
  restock: "restock",
  sail: "ship",
  buy: "buy",
  build: "build",
  sell: "sell",
  lose: "barrel",
  "give-up": "barrel",
  "skip-restock": "close",
  stop: "check",
  "end-actions": "end-turn",
};

export const CLOSING = ["skip-restock", "stop", "end-actions"] as const;

const QUESTIONS = ["place", "restock", "lose", "give-up"];

/** The question to the player. */
export function question(verbs: ReadonlySet<string>, scene: Scene, i18n: Translator): string {
  const verb = QUESTIONS.find((each) => verbs.has(each));
  if (verb) return i18n.t(`hansa.ask.${verb}` as MessageKey);
  if (!verbs.has("end-actions")) return i18n.t("hansa.ask.sale");
  const { thalers = {}, active } = positionOf(scene);
  return i18n.t("hansa.ask.actions", { thalers: thalers[String(active)] ?? 0 });
}

/** Where an event happened. */
export function spotOfEvent({ facts }: GameEvent): SpotId | undefined {
  const port = facts.port ?? facts.to;
  return port === undefined ? undefined : `port:${String(port)}`;
}

/** Where the ship of an event lay before. */
export function cameFrom({ facts }: GameEvent): SpotId | undefined {
  return facts.from === undefined ? undefined : `port:${String(facts.from)}`;
}

/** The move that a click on a spot without offers most likely means. */
export function inferredMove(spot: SpotId, verbs: ReadonlySet<string>, scene: Scene): Move | undefined {
  const [sort = "", id = ""] = spot.split(":");
  if (sort === "port") return verbs.has("place") ? { do: "place", port: id } : { do: "sail", to: id };
  if (sort === "lane") return { do: "sail", to: id.split("--")[1] ?? "" };
  if (sort === "pile") return { do: "restock" };
  if (sort !== "warehouse") return undefined;
  const [port = "", number = "1"] = id.split(".");
  const tile = positionOf(scene).warehouses?.[port]?.[Number(number) - 1];
  return tile ? { do: "buy", tile: tile as unknown as MoveValue } : { do: "restock" };
}

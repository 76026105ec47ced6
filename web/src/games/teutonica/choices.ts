/** The icons, questions and events of Hansa Teutonica, and the moves that clicks without offers mean. */

import type { GameEvent, Move, MoveValue, Scene, SpotId } from "../../board/painter";
import type { MessageKey } from "../../messages/types";
import type { Translator } from "../../messages/translator";
import type { IconName } from "../../parts/icons";
import { hand } from "./hand";
import { componentsOf, positionOf } from "./types";

export const ICONS: Readonly<Record<string, IconName>> = {
  income: "income",
  place: "place",
  displace: "displace",
  lift: "move",
  create: "route",
  use: "marker",
  "buy-favour": "crown",
  pawn: "pawn",
  reward: "prestige",
  relocate: "place",
  put: "place",
  remove: "remove-3",
  permanent: "marker",
  "place-marker": "marker",
  react: "income",
  attach: "marker",
  swap: "swap-marker",
  "neutral-post": "city",
  stop: "check",
  "end-turn": "end-turn",
};

export const CLOSING = ["stop", "end-turn"] as const;

/** The verbs that have a question of their own. */
const QUESTIONS = ["reward", "relocate", "put", "remove", "permanent", "place-marker", "react", "attach", "swap", "neutral-post"];

/** The question to the player. */
export function question(verbs: ReadonlySet<string>, scene: Scene, i18n: Translator): string {
  const verb = QUESTIONS.find((each) => verbs.has(each));
  if (verb) return i18n.t(`teutonica.ask.${verb}` as MessageKey);
  if (!verbs.has("end-turn")) return i18n.t(verbs.has("pawn") ? "teutonica.ask.pawn" : "teutonica.ask.lift");
  return i18n.t("teutonica.ask.turn", { left: positionOf(scene).actions ?? 0 });
}

const EVENT_SPOTS: readonly (readonly [fact: string, kind: string])[] = [
  ["space", "space"],
  ["special", "special"],
  ["tile", "favour"],
  ["province", "province"],
  ["route", "route"],
  ["city", "city"],
];

/** Where an event happened. */
export function spotOfEvent({ facts }: GameEvent): SpotId | undefined {
  if (facts.city !== undefined && facts.place !== undefined) return `post:${String(facts.city)}.${Number(facts.place) + 1}`;
  const found = EVENT_SPOTS.find(([fact]) => facts[fact] !== undefined);
  return found && `${found[1]}:${String(facts[found[0]])}`;
}

/** Where the piece of an event lay before: on the space of a displacement, or where it was lifted. */
export function cameFrom({ name }: GameEvent, earlier: readonly GameEvent[]): SpotId | undefined {
  const turn = earlier.slice(earlier.findLastIndex((event) => event.name === "TurnBegun") + 1);
  if (name !== "Put" && name !== "Relocated") return undefined;
  const [lifted] = hand.origins(turn);
  if (lifted) return lifted;
  const last = turn.findLast((event) => event.name === "Displaced" || event.name === "Relocated");
  return last?.name === "Displaced" ? `space:${String(last.facts.space)}` : undefined;
}

function onSpace(space: string, verbs: ReadonlySet<string>, scene: Scene): Move {
  const { spaces = {}, active } = positionOf(scene);
  const due = ["put", "remove", "relocate"].find((verb) => verbs.has(verb));
  if (due) return { do: due, space, ...(due === "relocate" ? { kind: "t" } : {}) };
  const piece = spaces[space];
  if (piece && (piece[0] === active || !verbs.has("end-turn"))) return { do: "lift", space };
  return piece ? { do: "displace", space, kind: "t", fee_merchants: 0 } : { do: "place", space, kind: "t" };
}

function onRoute(route: string, verbs: ReadonlySet<string>, scene: Scene): Move {
  if (verbs.has("attach")) return { do: "attach", route };
  if (!verbs.has("place-marker")) return { do: "create", route };
  const { plate = {}, active } = positionOf(scene);
  const drawn: unknown = plate[String(active)];
  return { do: "place-marker", route, ...(Array.isArray(drawn) ? { marker: drawn[0] as MoveValue } : {}) };
}

type Infer = (id: string, verbs: ReadonlySet<string>, scene: Scene) => Move;

function inCity(id: string, verbs: ReadonlySet<string>): Move {
  const [city = ""] = id.split(".");
  return verbs.has("neutral-post") ? { do: "neutral-post", city } : { do: "reward", post: city };
}

const INFERRED: Readonly<Record<string, Infer>> = {
  space: onSpace,
  route: onRoute,
  marker: onRoute,
  tavern: onRoute,
  city: inCity,
  post: inCity,
  scroll: (id) => ({ do: "reward", ability: id.split(".")[1] ?? "" }),
  special: (id) => ({ do: "reward", special: Number(id) }),
  province: (province) => ({ do: "pawn", province, paid: false }),
  favour: (tile, _, scene) => {
    const [marker = ""] = Object.keys(componentsOf(scene).markers ?? {});
    return { do: "buy-favour", tile, markers: [marker, marker] };
  },
};

/** The move that a click on a spot without offers most likely means. */
export function inferredMove(spot: SpotId, verbs: ReadonlySet<string>, scene: Scene): Move | undefined {
  const colon = spot.indexOf(":");
  return INFERRED[spot.slice(0, colon)]?.(spot.slice(colon + 1), verbs, scene);
}

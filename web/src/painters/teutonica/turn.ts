/** What is said about the sorts of moves of a turn of Hansa Teutonica. */

import type { Move, Scene, Turn } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { Describer } from "./describe";
import { ABILITY_VALUES, TOLLS } from "./desk/print";
import { boardOf, positionOf } from "./words";

type Notes = (moves: readonly Move[], scene: Scene, words: Translator) => string;

function mine<T>(bySeat: Readonly<Record<string, T>> | undefined, scene: Scene): T | undefined {
  return bySeat?.[String(positionOf(scene).active)];
}

function distinct(moves: readonly Move[], field: string): string[] {
  return [...new Set(moves.map((move) => String(move[field])))];
}

const NOTES: Readonly<Record<string, Notes>> = {
  income: (moves, _, words) => {
    const most = Math.max(...moves.map((move) => Number(move.traders) + Number(move.merchants)));
    return words.say("teutonica.note.income", { most });
  },
  place: (_, scene, words) => {
    const [traders, merchants] = mine(positionOf(scene).supply, scene) ?? [0, 0];
    return new Describer(scene, words).amount(traders, merchants);
  },
  displace: (moves, _, words) => words.say("teutonica.note.displace", { count: distinct(moves, "space").length }),
  lift: (_, scene, words) => {
    const level = mine(positionOf(scene).abilities, scene)?.book ?? 0;
    return words.say("teutonica.note.lift", { most: String(ABILITY_VALUES.book[level]) });
  },
  create: (moves, scene, words) => {
    const routes = distinct(moves, "route");
    const [only = ""] = routes;
    return routes.length > 1 ? words.say("teutonica.note.create", { count: routes.length }) : new Describer(scene, words).route(only);
  },
  use: (moves, scene, words) => {
    const describer = new Describer(scene, words);
    return words.list(distinct(moves, "marker").map((marker) => describer.marker(marker)));
  },
};

function left(scene: Scene, words: Translator): string {
  const position = positionOf(scene);
  const printed = ABILITY_VALUES.actions[mine(position.abilities, scene)?.actions ?? 0];
  const count = position.actions ?? 0;
  return words.say("teutonica.left", { left: count, all: Math.max(count, Number(printed)) });
}

const SAMPLES: Readonly<Record<string, (scene: Scene) => Move | undefined>> = {
  income: () => ({ do: "income", traders: 1, merchants: 0 }),
  place: (scene) => {
    const taken = positionOf(scene).spaces ?? {};
    const spaces = boardOf(scene).routes.flatMap(({ id, points }) => points.map((_, n) => `${id}.${n + 1}`));
    const space = spaces.find((free) => !(free in taken));
    return space === undefined ? undefined : { do: "place", space, kind: "t" };
  },
  displace: (scene) => {
    const { spaces = {}, active } = positionOf(scene);
    const space = Object.keys(spaces).find((taken) => spaces[taken]?.[0] !== active) ?? firstSpace(scene);
    return { do: "displace", space, kind: "t", fee_merchants: 0 };
  },
  lift: (scene) => {
    const { spaces = {}, active } = positionOf(scene);
    const space = Object.keys(spaces).find((taken) => spaces[taken]?.[0] === active) ?? firstSpace(scene);
    return { do: "lift", space };
  },
  create: (scene) => ({ do: "create", route: boardOf(scene).routes[0]?.id ?? "" }),
};

function firstSpace(scene: Scene): string {
  return `${boardOf(scene).routes[0]?.id ?? ""}.1`;
}

function tag(move: Move, scene: Scene): string | undefined {
  const piece = move.do === "displace" ? positionOf(scene).spaces?.[String(move.space)] : undefined;
  return piece && `+${TOLLS[piece[1]]}`;
}

export const turn: Turn = {
  usual: ["income", "place", "displace", "lift", "create"],
  left,
  note: (verb, moves, scene, words) => NOTES[verb]?.(moves, scene, words) ?? "",
  sample: (verb, scene) => SAMPLES[verb]?.(scene),
  tag,
};

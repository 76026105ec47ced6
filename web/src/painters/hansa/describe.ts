/** What lies where on the Baltic, and what the facts of moves and events are called. */

import type { MoveValue, Scene, SpotId } from "../../board/painter";
import type { Translator, Values } from "../../messages/translator";
import { boardOf, positionOf, type Good, type TileWord } from "./words";

/** Says things about one scene in one language. */
export class Describer {
  constructor(
    readonly scene: Scene,
    readonly words: Translator,
  ) {}

  owner(seat: number): string {
    return this.scene.seats[seat]?.name ?? String(seat);
  }

  port(id: string): string {
    return boardOf(this.scene).ports.find((port) => port.id === id)?.name ?? id;
  }

  good(good: Good): string {
    return this.words.say(`hansa.good.${good}`);
  }

  tile([good, barrels]: TileWord): string {
    return this.words.say("hansa.tile", { good: this.good(good), barrels });
  }

  posts(port: string): string {
    const stacks = Object.entries(positionOf(this.scene).posts?.[port] ?? {});
    if (stacks.length === 0) return this.words.say("hansa.spot.posts.none");
    const each = stacks.map(([seat, count]) =>
      this.words.say("hansa.spot.posts", { owner: this.owner(Number(seat)), count }),
    );
    return this.words.list(each);
  }
}

type Says = (say: Describer, id: string) => string;

const SPOTS: Readonly<Record<string, Says>> = {
  port: (say, id) =>
    say.words.say("hansa.spot.port", {
      city: say.port(id),
      number: boardOf(say.scene).ports.find((port) => port.id === id)?.number ?? 0,
      ship: positionOf(say.scene).ship === id ? "here" : "away",
      posts: say.posts(id),
    }),
  warehouse: (say, id) => {
    const [port = "", number = "1"] = id.split(".");
    const tile = positionOf(say.scene).warehouses?.[port]?.[Number(number) - 1];
    if (!tile) return say.words.say("hansa.spot.warehouse.empty", { city: say.port(port), number });
    return say.words.say("hansa.spot.warehouse", { city: say.port(port), number, tile: say.tile(tile) });
  },
  lane: (say, id) => {
    const [from = "", to = ""] = id.split("--");
    const kind = boardOf(say.scene).routes.find((lane) => lane.from === from && lane.to === to)?.kind ?? "sea";
    return say.words.say("hansa.spot.lane", { kind, first: say.port(from), second: say.port(to) });
  },
  pile: (say, id) => {
    const { piles = [] } = positionOf(say.scene);
    return say.words.say("hansa.spot.pile", { number: id, all: piles.length, count: piles[Number(id) - 1] ?? 0 });
  },
  held: (say, id) => {
    const [good = "", barrels = "1"] = id.split("-");
    return say.words.say("hansa.spot.held", { tile: say.tile([good as Good, Number(barrels)]) });
  },
};

/** What lies at a spot, in words. */
export function describe(spot: SpotId, scene: Scene, words: Translator): string {
  const colon = spot.indexOf(":");
  const id = spot.slice(colon + 1);
  return SPOTS[spot.slice(0, colon)]?.(new Describer(scene, words), id) ?? id;
}

const OWNERS = ["seat", "payee"];
const PORTS = ["port", "from", "to"];

function valueOf(say: Describer, field: string, value: MoveValue): string | number {
  if (OWNERS.includes(field)) return say.owner(Number(value));
  if (PORTS.includes(field)) return say.port(String(value));
  if (field === "tile") return say.tile(value as unknown as TileWord);
  if (field === "colour") return say.good(value as Good);
  const ending = `hansa.ending.${String(value)}`;
  if (field === "ending" && say.words.knows(ending)) return say.words.say(ending);
  return typeof value === "number" ? value : String(value);
}

/** The fields of a move or the facts of an event as values of messages. */
export function values(facts: Readonly<Record<string, MoveValue>>, scene: Scene, words: Translator): Values {
  const say = new Describer(scene, words);
  return Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, valueOf(say, field, value)]));
}

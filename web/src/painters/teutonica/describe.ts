/** What lies where, and what the facts of moves and events are called. */

import type { MoveValue, Owner, Scene, SpotId } from "../../board/painter";
import type { Translator, Values } from "../../messages/translator";
import { ABILITY_VALUES, valueWord } from "./desk/print";
import {
  boardOf,
  citiesOf,
  positionOf,
  standingOf,
  type Ability,
  type PieceWord,
  type RouteWord,
} from "./words";

/** Says things about one scene in one language. */
export class Describer {
  constructor(
    readonly scene: Scene,
    readonly words: Translator,
  ) {}

  owner(owner: Owner): string {
    return owner === "n" ? this.words.say("owner.neutral") : (this.scene.seats[owner]?.name ?? String(owner));
  }

  piece([owner, kind]: readonly [Owner, string, ...unknown[]]): string {
    return this.words.say("teutonica.piece", { owner: this.owner(owner), kind });
  }

  city(id: string): string {
    return citiesOf(boardOf(this.scene)).get(id)?.name ?? id;
  }

  route(id: string): string {
    const [first = "", second = ""] = id.split("--").map((city) => this.city(city));
    return this.words.say("teutonica.route", { first, second });
  }

  space(id: string): string {
    const [route = "", number = ""] = id.split(".");
    const [first = "", second = ""] = route.split("--").map((city) => this.city(city));
    return this.words.say("teutonica.space", { first, second, number });
  }

  province(id: string): string {
    const cities = boardOf(this.scene).two_player?.provinces.find((province) => province.id === id)?.cities ?? [];
    return this.words.say("teutonica.province", { cities: this.words.list(cities.map((city) => this.city(city))) });
  }

  /** A word of the catalogue by its group and id, or the id itself. */
  term(group: string, id: string): string {
    const key = `teutonica.${group}.${id}`;
    return this.words.knows(key) ? this.words.say(key) : id;
  }

  marker(id: string): string {
    return id === "?" ? this.words.say("teutonica.marker.unseen") : this.term("marker", id);
  }

  amount(traders: number, merchants: number): string {
    const parts = [
      ...(traders ? [this.words.say("teutonica.traders", { count: traders })] : []),
      ...(merchants ? [this.words.say("teutonica.merchants", { count: merchants })] : []),
    ];
    return parts.length > 0 ? this.words.list(parts) : this.words.say("teutonica.amount.none");
  }
}

type Says = (say: Describer, id: string, scene: Scene) => string;

const SPOTS: Readonly<Record<string, Says>> = {
  space: (say, id, scene) => {
    const piece = positionOf(scene).spaces?.[id];
    const space = say.space(id);
    if (piece) return say.words.say("teutonica.spot.space.taken", { space, piece: say.piece(piece) });
    const [route = "", number = "1"] = id.split(".");
    const kind = routeOf(scene, route)?.spaces[Number(number) - 1];
    return say.words.say("teutonica.spot.space", { space, free: kind === "merchant" ? "ship" : "house" });
  },
  route: (say, id, scene) => {
    const route = routeOf(scene, id);
    const sort = route?.spaces.includes("merchant") ? ".sea" : route?.tavern ? ".tavern" : "";
    return say.words.say(`teutonica.spot.route${sort}`, { route: say.route(id) });
  },
  tavern: (say, id) => say.words.say("teutonica.spot.route.tavern", { route: say.route(id) }),
  marker: (say, id, scene) => {
    const route = say.route(id);
    const permanent = routeOf(scene, id)?.permanent;
    const marker = positionOf(scene).markers_on_routes?.[id];
    const attached = (positionOf(scene).attached?.[id] ?? []).map(([owner, promo]) =>
      say.words.say("teutonica.spot.attached", { marker: say.marker(promo), owner: say.owner(owner), route }),
    );
    if (marker) attached.unshift(say.words.say("teutonica.spot.marker", { marker: say.marker(marker), route }));
    else if (permanent) {
      attached.unshift(say.words.say("teutonica.spot.permanent", { marker: say.term("permanent", permanent), route }));
    }
    return attached.length > 0 ? say.words.list(attached) : say.words.say("teutonica.spot.marker.free", { route });
  },
  city: (say, id, scene) => {
    const owner = standingOf(scene).control?.[id];
    const city = say.city(id);
    if (owner !== undefined) {
      return say.words.say("teutonica.spot.city.controlled", { city, owner: say.owner(owner) });
    }
    const green = citiesOf(boardOf(scene)).get(id)?.green === true;
    return say.words.say("teutonica.spot.city", { city, green: green ? "yes" : "no" });
  },
  post: (say, id, scene) => {
    const [city = "", number = "1"] = id.split(".");
    const piece = positionOf(scene).posts?.[city]?.[Number(number) - 1];
    const where = { city: say.city(city), number };
    if (piece) return say.words.say("teutonica.spot.post.taken", { ...where, piece: say.piece(piece) });
    const post = citiesOf(boardOf(scene)).get(city)?.posts[Number(number) - 1];
    return say.words.say("teutonica.spot.post", {
      ...where,
      privilege: say.term("privilege", post?.privilege ?? ""),
      shape: post?.shape ?? "square",
      coin: post?.coin ?? 0,
    });
  },
  extra: (say, id, scene) => {
    const [city = "", number = "1"] = id.split(".");
    const piece = positionOf(scene).extra_posts?.[city]?.[Number(number) - 1] as PieceWord;
    return say.words.say("teutonica.spot.extra.taken", { city: say.city(city), piece: say.piece(piece) });
  },
  scroll: (say, id) => {
    const [city = "", ability = ""] = id.split(".");
    return say.words.say("teutonica.spot.scroll", { city: say.city(city), ability: say.term("ability", ability) });
  },
  special: (say, id, scene) => {
    const owner = positionOf(scene).special?.[id];
    if (owner !== undefined) {
      return say.words.say("teutonica.spot.special.taken", { points: id, owner: say.owner(owner) });
    }
    const space = boardOf(scene).special_prestige.spaces.find(({ points }) => String(points) === id);
    return say.words.say("teutonica.spot.special", {
      points: id,
      privilege: say.term("privilege", space?.privilege ?? ""),
    });
  },
  favour: (say, id) => say.words.say("teutonica.spot.favour", { tile: say.term("favour", id) }),
  province: (say, id, scene) =>
    say.words.say("teutonica.spot.province", {
      province: say.province(id),
      pawn: positionOf(scene).pawn === id ? "here" : "away",
    }),
  soldier: (say, id) => {
    const [first = "", second = ""] = id.replace("soldier--", "").split("--").map((city) => say.city(city));
    return say.words.say("teutonica.spot.soldier", { first, second });
  },
  ability: (say, id) => say.words.say("teutonica.spot.ability", { ability: say.term("ability", id) }),
  held: (say, id) => say.words.say("teutonica.spot.held", { marker: say.marker(id) }),
};

function routeOf(scene: Scene, id: string): RouteWord | undefined {
  return boardOf(scene).routes.find((route) => route.id === id);
}

/** What lies at a spot, in words. */
export function describe(spot: SpotId, scene: Scene, words: Translator): string {
  const colon = spot.indexOf(":");
  const id = spot.slice(colon + 1);
  return SPOTS[spot.slice(0, colon)]?.(new Describer(scene, words), id, scene) ?? id;
}

type Names = (say: Describer, value: string) => string;

const FIELDS: Readonly<Record<string, Names>> = {
  space: (say, id) => say.space(id),
  route: (say, id) => say.route(id),
  city: (say, id) => say.city(id),
  post: (say, id) => say.city(id),
  extra_post: (say, id) => say.city(id),
  marker: (say, id) => say.marker(id),
  ability: (say, id) => say.term("ability", id),
  tile: (say, id) => say.term("favour", id),
  province: (say, id) => say.province(id),
  ending: (say, id) => say.term("ending", id),
};
const OWNERS = ["seat", "by", "other"];

function valueOf(say: Describer, field: string, value: MoveValue): string | number {
  if (OWNERS.includes(field)) return say.owner(value as Owner);
  if (field === "markers") return say.words.list((value as readonly string[]).map((marker) => say.marker(marker)));
  if (field === "left") return Number(value) + 1;
  const name = FIELDS[field];
  if (name) return name(say, String(value));
  return typeof value === "number" ? value : String(value);
}

/** The fields of a move or the facts of an event as values of messages. */
export function values(facts: Readonly<Record<string, MoveValue>>, scene: Scene, words: Translator): Values {
  const say = new Describer(scene, words);
  const found: Record<string, string | number> = {};
  for (const [field, value] of Object.entries(facts)) found[field] = valueOf(say, field, value);
  if ("traders" in facts) found.amount = say.amount(Number(facts.traders), Number(facts.merchants));
  if ("level" in facts) {
    const ability = String(facts.ability) as Ability;
    found.value = valueWord(ABILITY_VALUES[ability][Number(facts.level)], words);
  }
  return found;
}

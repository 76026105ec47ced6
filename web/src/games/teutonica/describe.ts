/** Describes the spots of a map, and names the facts of moves and events. */

import type { MoveValue, Owner, Scene, SpotId } from "../../board/painter";
import { ownerKind, whose } from "../../messages/sentences";
import type { Translator, Values } from "../../messages/translator";
import { abilityValue, valueText } from "./abilities";
import {
  boardOf,
  citiesOf,
  positionOf,
  derivedStateOf,
  type Ability,
  type PieceData,
  type RouteData,
} from "./types";

/** Describes the parts of one scene in one language. */
export class Describer {
  constructor(
    readonly scene: Scene,
    readonly i18n: Translator,
  ) {}

  owner(owner: Owner): string {
    return owner === "n" ? this.i18n.t("owner.neutral") : (this.scene.seats[owner]?.name ?? String(owner));
  }

  piece([owner, kind]: readonly [Owner, string, ...unknown[]]): string {
    return this.i18n.t("teutonica.piece", { owner: this.owner(owner), owner_is: ownerKind(owner, this.scene), kind });
  }

  city(id: string): string {
    return citiesOf(boardOf(this.scene)).get(id)?.name ?? id;
  }

  route(id: string): string {
    const [first = "", second = ""] = id.split("--").map((city) => this.city(city));
    return this.i18n.t("teutonica.route", { first, second });
  }

  space(id: string): string {
    const [route = "", number = ""] = id.split(".");
    const [first = "", second = ""] = route.split("--").map((city) => this.city(city));
    return this.i18n.t("teutonica.space", { first, second, number });
  }

  province(id: string): string {
    const cities = boardOf(this.scene).two_player?.provinces.find((province) => province.id === id)?.cities ?? [];
    return this.i18n.t("teutonica.province", { cities: this.i18n.list(cities.map((city) => this.city(city))) });
  }

  /** The name of a thing by its group and id, or the id itself. */
  term(group: string, id: string): string {
    return this.i18n.tOr(`teutonica.${group}.${id}`, id);
  }

  marker(id: string): string {
    return id === "?" ? this.i18n.t("teutonica.marker.unseen") : this.term("marker", id);
  }

  markerState(id: string, used: boolean): string {
    const state = this.i18n.t(used ? "teutonica.desk.state.used" : "teutonica.desk.state.ready");
    return `${this.marker(id)}, ${state}`;
  }

  amount(traders: number, merchants: number): string {
    const parts = [
      ...(traders ? [this.i18n.t("teutonica.traders", { count: traders })] : []),
      ...(merchants ? [this.i18n.t("teutonica.merchants", { count: merchants })] : []),
    ];
    return parts.length > 0 ? this.i18n.list(parts) : this.i18n.t("teutonica.amount.none");
  }
}

type Describe = (describer: Describer, id: string, scene: Scene) => string;

const SPOTS: Readonly<Record<string, Describe>> = {
  space: (describer, id, scene) => {
    const piece = positionOf(scene).spaces?.[id];
    const space = describer.space(id);
    if (piece) return describer.i18n.t("teutonica.spot.space.taken", { space, piece: describer.piece(piece) });
    const [route = "", number = "1"] = id.split(".");
    const kind = routeOf(scene, route)?.spaces[Number(number) - 1];
    return describer.i18n.t("teutonica.spot.space", { space, free: kind === "merchant" ? "ship" : "house" });
  },
  route: (describer, id, scene) => {
    const route = routeOf(scene, id);
    const sort = route?.spaces.includes("merchant") ? ".sea" : route?.tavern ? ".tavern" : "";
    return describer.i18n.t(`teutonica.spot.route${sort}`, { route: describer.route(id) });
  },
  tavern: (describer, id) => describer.i18n.t("teutonica.spot.route.tavern", { route: describer.route(id) }),
  marker: (describer, id, scene) => {
    const route = describer.route(id);
    const permanent = routeOf(scene, id)?.permanent;
    const marker = positionOf(scene).markers_on_routes?.[id];
    const attached = (positionOf(scene).attached?.[id] ?? []).map(([owner, promo]) =>
      describer.i18n.t("teutonica.spot.attached", { marker: describer.marker(promo), owner: describer.owner(owner), owner_is: ownerKind(owner, scene), route }),
    );
    if (marker) attached.unshift(describer.i18n.t("teutonica.spot.marker", { marker: describer.marker(marker), marker_is: markerIs(marker), route }));
    else if (permanent) {
      attached.unshift(describer.i18n.t("teutonica.spot.permanent", { marker: describer.term("permanent", permanent), route }));
    }
    return attached.length > 0 ? describer.i18n.list(attached) : describer.i18n.t("teutonica.spot.marker.free", { route });
  },
  city: (describer, id, scene) => {
    const owner = derivedStateOf(scene).control?.[id];
    const city = describer.city(id);
    if (owner !== undefined) {
      return describer.i18n.t("teutonica.spot.city.controlled", { city, owner: describer.owner(owner), owner_is: ownerKind(owner, scene) });
    }
    const green = citiesOf(boardOf(scene)).get(id)?.green === true;
    return describer.i18n.t("teutonica.spot.city", { city, green: green ? "yes" : "no" });
  },
  post: (describer, id, scene) => {
    const [city = "", number = "1"] = id.split(".");
    const piece = positionOf(scene).posts?.[city]?.[Number(number) - 1];
    const where = { city: describer.city(city), number };
    if (piece) return describer.i18n.t("teutonica.spot.post.taken", { ...where, piece: describer.piece(piece) });
    const post = citiesOf(boardOf(scene)).get(city)?.posts[Number(number) - 1];
    return describer.i18n.t("teutonica.spot.post", {
      ...where,
      privilege: describer.term("privilege", post?.privilege ?? ""),
      shape: post?.shape ?? "square",
      coin: post?.coin ?? 0,
    });
  },
  extra: (describer, id, scene) => {
    const [city = "", number = "1"] = id.split(".");
    const piece = positionOf(scene).extra_posts?.[city]?.[Number(number) - 1] as PieceData;
    return describer.i18n.t("teutonica.spot.extra.taken", { city: describer.city(city), piece: describer.piece(piece) });
  },
  scroll: (describer, id) => {
    const [city = "", ability = ""] = id.split(".");
    return describer.i18n.t("teutonica.spot.scroll", { city: describer.city(city), ability: describer.term("ability", ability) });
  },
  special: (describer, id, scene) => {
    const owner = positionOf(scene).special?.[id];
    if (owner !== undefined) {
      return describer.i18n.t("teutonica.spot.special.taken", { points: id, owner: describer.owner(owner), owner_is: ownerKind(owner, scene) });
    }
    const space = boardOf(scene).special_prestige.spaces.find(({ points }) => String(points) === id);
    return describer.i18n.t("teutonica.spot.special", {
      points: id,
      privilege: describer.term("privilege", space?.privilege ?? ""),
    });
  },
  favour: (describer, id) => describer.i18n.t("teutonica.spot.favour", { tile: describer.term("favour", id) }),
  province: (describer, id, scene) =>
    describer.i18n.t("teutonica.spot.province", {
      province: describer.province(id),
      pawn: positionOf(scene).pawn === id ? "here" : "away",
    }),
  soldier: (describer, id) => {
    const [first = "", second = ""] = id.replace("soldier--", "").split("--").map((city) => describer.city(city));
    return describer.i18n.t("teutonica.spot.soldier", { first, second });
  },
  ability: (describer, id) => describer.i18n.t("teutonica.spot.ability", { ability: describer.term("ability", id) }),
  held: (describer, id) => describer.i18n.t("teutonica.spot.held", { marker: describer.marker(id) }),
};

/** Whether the face of a marker can be seen. */
function markerIs(id: string): "unseen" | "seen" {
  return id === "?" ? "unseen" : "seen";
}

function routeOf(scene: Scene, id: string): RouteData | undefined {
  return boardOf(scene).routes.find((route) => route.id === id);
}

/** Describe what lies at a spot. */
export function describe(spot: SpotId, scene: Scene, i18n: Translator): string {
  const colon = spot.indexOf(":");
  const id = spot.slice(colon + 1);
  return SPOTS[spot.slice(0, colon)]?.(new Describer(scene, i18n), id, scene) ?? id;
}

type Names = (describer: Describer, value: string) => string;

const FIELDS: Readonly<Record<string, Names>> = {
  space: (describer, id) => describer.space(id),
  route: (describer, id) => describer.route(id),
  city: (describer, id) => describer.city(id),
  post: (describer, id) => describer.city(id),
  extra_post: (describer, id) => describer.city(id),
  marker: (describer, id) => describer.marker(id),
  ability: (describer, id) => describer.term("ability", id),
  tile: (describer, id) => describer.term("favour", id),
  province: (describer, id) => describer.province(id),
  ending: (describer, id) => describer.term("ending", id),
};
const OWNERS = ["seat", "by", "other"];

function valueOf(describer: Describer, field: string, value: MoveValue): string | number {
  if (OWNERS.includes(field)) return describer.owner(value as Owner);
  if (field === "markers") return describer.i18n.list((value as readonly string[]).map((marker) => describer.marker(marker)));
  if (field === "left") return Number(value) + 1;
  const name = FIELDS[field];
  if (name) return name(describer, String(value));
  return typeof value === "number" ? value : String(value);
}

/** The fields of a move or the facts of an event as values of messages. */
export function values(facts: Readonly<Record<string, MoveValue>>, scene: Scene, i18n: Translator): Values {
  const describer = new Describer(scene, i18n);
  const found: Record<string, string | number> = {};
  for (const [field, value] of Object.entries(facts)) {
    found[field] = valueOf(describer, field, value);
    if (OWNERS.includes(field)) found[`${field}_is`] = ownerKind(value as Owner, scene);
  }
  if ("seat" in facts && "by" in facts) found.whose = whose(facts.seat as Owner, facts.by as Owner, scene);
  if ("marker" in facts) found.marker_is = markerIs(String(facts.marker));
  if ("traders" in facts) found.amount = describer.amount(Number(facts.traders), Number(facts.merchants));
  if ("level" in facts) {
    const ability = String(facts.ability) as Ability;
    found.value = valueText(abilityValue(scene, ability, Number(facts.level)), i18n);
  }
  return found;
}

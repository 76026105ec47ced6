/** Describes the spots of the map, and names the facts of moves and events. */

import type { MoveValue, Scene, SpotId } from "../../board/painter";
import { ownerKind } from "../../messages/sentences";
import type { Translator, Values } from "../../messages/translator";
import { boardOf, positionOf, type Good, type TileData } from "./types";

/** Describes the parts of one scene in one language. */
export class Describer {
  constructor(
    readonly scene: Scene,
    readonly i18n: Translator,
  ) {}

  owner(seat: number): string {
    return this.scene.seats[seat]?.name ?? String(seat);
  }

  port(id: string): string {
    return boardOf(this.scene).ports.find((port) => port.id === id)?.name ?? id;
  }

  good(good: Good): string {
    return this.i18n.t(`hansa.good.${good}`);
  }

  tile([good, barrels]: TileData): string {
    return this.i18n.t("hansa.tile", { good: this.good(good), barrels });
  }

  posts(port: string): string {
    const stacks = Object.entries(positionOf(this.scene).posts?.[port] ?? {});
    if (stacks.length === 0) return this.i18n.t("hansa.spot.posts.none");
    const each = stacks.map(([seat, count]) =>
      this.i18n.t("hansa.spot.posts", {
        owner: this.owner(Number(seat)),
        owner_is: ownerKind(Number(seat), this.scene),
        count,
      }),
    );
    return this.i18n.list(each);
  }
}

type Describe = (describer: Describer, id: string) => string;

const SPOTS: Readonly<Record<string, Describe>> = {
  port: (describer, id) =>
    describer.i18n.t("hansa.spot.port", {
      city: describer.port(id),
      number: boardOf(describer.scene).ports.find((port) => port.id === id)?.number ?? 0,
      ship: positionOf(describer.scene).ship === id ? "here" : "away",
      posts: describer.posts(id),
    }),
  warehouse: (describer, id) => {
    const [port = "", number = "1"] = id.split(".");
    const tile = positionOf(describer.scene).warehouses?.[port]?.[Number(number) - 1];
    if (!tile) return describer.i18n.t("hansa.spot.warehouse.empty", { city: describer.port(port), number });
    return describer.i18n.t("hansa.spot.warehouse", { city: describer.port(port), number, tile: describer.tile(tile) });
  },
  lane: (describer, id) => {
    const [from = "", to = ""] = id.split("--");
    const kind = boardOf(describer.scene).routes.find((lane) => lane.from === from && lane.to === to)?.kind ?? "sea";
    return describer.i18n.t("hansa.spot.lane", { kind, first: describer.port(from), second: describer.port(to) });
  },
  pile: (describer, id) => {
    const { piles = [] } = positionOf(describer.scene);
    return describer.i18n.t("hansa.spot.pile", { number: id, all: piles.length, count: piles[Number(id) - 1] ?? 0 });
  },
  held: (describer, id) => {
    const [good = "", barrels = "1"] = id.split("-");
    return describer.i18n.t("hansa.spot.held", { tile: describer.tile([good as Good, Number(barrels)]) });
  },
};

/** Describe what lies at a spot. */
export function describe(spot: SpotId, scene: Scene, i18n: Translator): string {
  const colon = spot.indexOf(":");
  const id = spot.slice(colon + 1);
  return SPOTS[spot.slice(0, colon)]?.(new Describer(scene, i18n), id) ?? id;
}

const OWNERS = ["seat", "payee"];
const PORTS = ["port", "from", "to"];

function valueOf(describer: Describer, field: string, value: MoveValue): string | number {
  if (OWNERS.includes(field)) return describer.owner(Number(value));
  if (PORTS.includes(field)) return describer.port(String(value));
  if (field === "tile") return describer.tile(value as unknown as TileData);
  if (field === "colour") return describer.good(value as Good);
  if (field === "ending") return describer.i18n.tOr(`hansa.ending.${String(value)}`, String(value));
  return typeof value === "number" ? value : String(value);
}

/** The fields of a move or the facts of an event as values of messages. */
export function values(facts: Readonly<Record<string, MoveValue>>, scene: Scene, i18n: Translator): Values {
  const describer = new Describer(scene, i18n);
  const found: Record<string, string | number> = {};
  for (const [field, value] of Object.entries(facts)) {
    found[field] = valueOf(describer, field, value);
    if (OWNERS.includes(field)) found[`${field}_is`] = ownerKind(Number(value), scene);
  }
  return found;
}

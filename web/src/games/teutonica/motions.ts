/** What moves on a map of Hansa Teutonica when the position changes. */

import { FIELD_MS, LEAVE_MS, MARKER_MS, MOVE_MS, PLACE_MS, RIVAL_MS, SWEEP_MS } from "../../board/motion";
import type { GameEvent, GameMotions, Motion, Owner, Place, Step } from "../../board/painter";
import { unitOf } from "./layout";
import { fieldsOf, shieldsOn } from "./scoreTrack";
import Thing from "./Thing.svelte";
import type { MovingThing } from "./things";
import { boardOf, positionOf, type Kind, type PieceData, type TeutonicaBoard, type TeutonicaPosition } from "./types";

/** A piece that left its space. */
interface Leaver {
  readonly space: string;
  readonly piece: PieceData;
  used: boolean;
}

const DROP = 12;

function pieceThing([owner, kind]: PieceData): Motion["moving"] {
  return { sort: "thing", thing: { kind: kind === "m" ? "merchant" : "trader", owner } satisfies MovingThing };
}

function thing(kind: "marker" | "favour" | "ability" | "pawn", id: string): Motion["moving"] {
  return { sort: "thing", thing: { kind, id } satisfies MovingThing };
}

function isSame(one: PieceData | null | undefined, other: PieceData | null | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}

/** Collects the motions of a step. */
class StepMotions {
  readonly board: TeutonicaBoard;
  readonly before: TeutonicaPosition;
  readonly after: TeutonicaPosition;
  readonly #leavers: Leaver[];

  constructor(readonly step: Step) {
    this.board = boardOf(step.after);
    this.before = positionOf(step.before);
    this.after = positionOf(step.after);
    const { spaces = {} } = this.before;
    const gone = Object.entries(spaces).filter(([space, piece]) => !isSame(this.after.spaces?.[space], piece));
    this.#leavers = gone.map(([space, piece]) => ({ space, piece, used: false }));
  }

  groups(): Motion[][] {
    const arrivals = [...this.#spaces(), ...this.#posts(), ...this.#special(), ...this.#others()];
    const leaving = this.#leaving();
    const displaces = this.#events("Displaced").length > 0;
    const moves = displaces ? [leaving, arrivals] : [[...arrivals, ...leaving]];
    return [this.#sweeps(), ...moves, this.#markers(), this.#points()].filter((group) => group.length > 0);
  }

  #events(...names: readonly string[]): GameEvent[] {
    return this.step.events.filter(({ name }) => names.includes(name));
  }

  #sweeps(): Motion[] {
    const created = this.#events("RouteCreated", "NeutralRouteCreated");
    return created.map(({ facts }) => ({ moving: { sort: "light" }, way: [{ spot: `route:${String(facts.route)}` }], ms: SWEEP_MS }));
  }

  /** Pieces that came to spaces: from where they were lifted or displaced, or from their owner. */
  #spaces(): Motion[] {
    const { spaces = {} } = this.after;
    const fresh = Object.entries(spaces).filter(([space, piece]) => !isSame(this.before.spaces?.[space], piece));
    return fresh.map(([space, piece]) => this.#arrival(piece, { spot: `space:${space}` }, `[data-space="${space}"] [data-owner]`, this.#originOf(space)));
  }

  #arrival(piece: PieceData, to: Place, reveals: string, from: string | undefined): Motion {
    const moving = pieceThing(piece);
    if (from) return { moving, way: [{ spot: `space:${from}` }, to], ms: MOVE_MS, arc: true, reveals };
    const drop = this.step.held.includes(piece[0]) ? this.#above(to) : undefined;
    if (drop) return { moving, way: [drop, to], ms: PLACE_MS, reveals, appears: true };
    return { moving, way: [{ owner: piece[0] }, to], ms: MOVE_MS, reveals, appears: true };
  }

  #above(place: Place): Place | undefined {
    const id = "spot" in place ? place.spot.replace("space:", "") : "";
    const [route, number] = id.split(".");
    const at = this.board.routes.find((each) => each.id === route)?.points[Number(number) - 1];
    return at && { at: [at[0], at[1] - DROP * unitOf(this.board)] };
  }

  /** The space from which the piece on a space came, and mark it as found. */
  #originOf(space: string): string | undefined {
    const all = [...this.step.earlier, ...this.step.events];
    const at = all.findLastIndex(({ name, facts }) => ["Put", "Relocated"].includes(name) && facts.space === space);
    if (at < 0) return undefined;
    const from = all[at]?.name === "Put" ? liftedBefore(all, at) : displacedBefore(all, at);
    const leaver = this.#leavers.find((each) => each.space === from);
    if (leaver) leaver.used = true;
    return from;
  }

  #posts(): Motion[] {
    return this.#events("PostEstablished", "ExtraPostEstablished", "GreenPostEstablished").map(({ name, facts }) => {
      const city = String(facts.city);
      const piece: PieceData = [facts.seat as Owner, facts.kind as Kind];
      const extras = this.after.extra_posts?.[city]?.length ?? 1;
      const number = name === "PostEstablished" ? Number(facts.place) + 1 : (this.after.green_posts?.[city]?.length ?? 1);
      const extra = name === "ExtraPostEstablished";
      const spot = extra ? `extra:${city}.${extras}` : name === "PostEstablished" ? `post:${city}.${number}` : `city:${city}`;
      const reveals = extra ? `[data-extra="${city}.${extras}"] [data-owner]` : `[data-post="${city}.${number}"] [data-owner]`;
      return { ...this.#arrival(piece, { spot }, reveals, this.#takeLeaver(piece)), ms: LEAVE_MS };
    });
  }

  /** The space of a piece that left it for a city. */
  #takeLeaver(piece: PieceData): string | undefined {
    const leaver = this.#leavers.find((each) => !each.used && isSame(each.piece, piece));
    if (leaver) leaver.used = true;
    return leaver?.space;
  }

  #special(): Motion[] {
    return this.#events("SpecialTaken").map(({ facts }) => {
      const piece: PieceData = [facts.seat as Owner, "m"];
      const special = String(facts.special);
      return { ...this.#arrival(piece, { spot: `special:${special}` }, `[data-special="${special}"] [data-owner]`, this.#takeLeaver(piece)), ms: LEAVE_MS };
    });
  }

  /** Pieces that left the map: displaced ones on an arc, the others to the stock of their owner. */
  #leaving(): Motion[] {
    const displaced = new Set(this.#events("Displaced").map(({ facts }) => String(facts.space)));
    return this.#leavers
      .filter(({ used }) => !used)
      .map(({ space, piece }) => {
        const arc = displaced.has(space);
        return { moving: pieceThing(piece), way: [{ spot: `space:${space}` }, { owner: piece[0] }], ms: arc ? MOVE_MS : LEAVE_MS, arc };
      });
  }

  #markers(): Motion[] {
    const taken = this.#events("MarkerTaken").map(({ facts }) => ({
      moving: thing("marker", String(facts.marker)),
      way: [{ spot: `marker:${String(facts.route)}` }, { owner: facts.seat as Owner }],
      ms: MARKER_MS,
      arc: true,
    }));
    const laid = this.#events("MarkerPlaced").map(({ facts }) => ({
      moving: thing("marker", String(facts.marker)),
      way: [{ owner: facts.seat as Owner }, { spot: `marker:${String(facts.route)}` }],
      ms: MARKER_MS,
      arc: true,
      appears: true,
      reveals: `[data-marker="${String(facts.route)}"] .marker`,
    }));
    return [...taken, ...laid];
  }

  /** Abilities, favours, exchanged posts and the pawn. */
  #others(): Motion[] {
    const favours = this.#events("FavourBought").map(({ facts }) => ({
      moving: thing("favour", String(facts.tile)),
      way: [{ spot: `favour:${String(facts.tile)}` }, { owner: facts.seat as Owner }],
      ms: MARKER_MS,
      arc: true,
    }));
    const pawn = this.#events("PawnMoved").map(({ facts }) => ({
      moving: thing("pawn", ""),
      way: [{ spot: `province:${this.before.pawn ?? ""}` }, { spot: `province:${String(facts.province)}` }],
      ms: MOVE_MS,
      arc: true,
      reveals: "[data-pawn]",
    }));
    return [...this.#abilities(), ...favours, ...pawn, ...this.#exchanged()];
  }

  #abilities(): Motion[] {
    const created = [...this.step.earlier, ...this.step.events].findLast(({ name }) => name === "RouteCreated")?.facts.route;
    const ends = this.board.routes.find(({ id }) => id === created)?.ends.map(String) ?? [];
    return this.#events("AbilityDeveloped").flatMap(({ facts }) => {
      const ability = String(facts.ability);
      const city = this.board.cities.find(({ id, abilities }) => ends.includes(id) && abilities.some((each) => each === ability));
      if (!city) return [];
      return [{ moving: thing("ability", ability), way: [{ spot: `scroll:${city.id}.${ability}` }, { owner: facts.seat as Owner }], ms: MARKER_MS, arc: true }];
    });
  }

  #exchanged(): Motion[] {
    return this.#events("PostsExchanged").flatMap(({ facts }) => {
      const [city, left] = [String(facts.city), Number(facts.left)];
      return [left, left + 1].flatMap((to) => {
        const piece = this.after.posts?.[city]?.[to];
        const from = to === left ? left + 1 : left;
        if (!piece) return [];
        const way = [{ spot: `post:${city}.${from + 1}` }, { spot: `post:${city}.${to + 1}` }];
        return [{ moving: pieceThing(piece), way, ms: MOVE_MS, arc: to === left, reveals: `[data-post="${city}.${to + 1}"] [data-owner]` }];
      });
    });
  }

  /** Points where they are earned, and the shields along the score track. */
  #points(): Motion[] {
    const earned = this.#events("ControlScored", "CoinScored", "EastWestConnected").map(({ facts }): Motion => {
      const city = String(facts.city ?? this.board.east_west.cities[0]);
      return { moving: { sort: "points", points: Number(facts.points), owner: facts.seat as Owner }, way: [{ spot: `city:${city}` }], ms: RIVAL_MS };
    });
    return [...earned, ...this.#shields()];
  }

  #shields(): Motion[] {
    const unit = unitOf(this.board);
    const fields = fieldsOf(this.board, unit);
    return Object.entries(this.after.score ?? {}).flatMap(([key, points]) => {
      const from = this.before.score?.[key] ?? 0;
      if (points <= from) return [];
      const owner = key === "n" ? "n" : Number(key);
      const numbers = Array.from({ length: points - from + 1 }, (_, n) => (from + n) % fields.length);
      const way = numbers.flatMap((number) => {
        const shield = fields[number] && shieldsOn(fields[number], 1, unit)[0];
        return shield ? [{ at: [shield.x, shield.y] as const }] : [];
      });
      const moving: Motion["moving"] = { sort: "thing", thing: { kind: "shield", owner } satisfies MovingThing };
      return [{ moving, way, ms: Math.min(RIVAL_MS, FIELD_MS * (way.length - 1) + PLACE_MS), reveals: `[data-score="${key}"]` }];
    });
  }
}

/** Where the piece of the n-th event was lifted: the first put takes the first lifted piece. */
function liftedBefore(events: readonly GameEvent[], at: number): string | undefined {
  const turn = events.slice(0, at);
  const since = turn.slice(turn.findLastIndex(({ name }) => name === "TurnBegun") + 1);
  const lifted = since.filter(({ name }) => name === "Lifted");
  const space = lifted[since.filter(({ name }) => name === "Put").length]?.facts.space;
  return space === undefined ? undefined : String(space);
}

/** Where the piece of the n-th event was displaced; pieces added to it come from their owner. */
function displacedBefore(events: readonly GameEvent[], at: number): string | undefined {
  const last = events.slice(0, at).findLast(({ name }) => name === "Displaced" || name === "Relocated");
  return last?.name === "Displaced" ? String(last.facts.space) : undefined;
}

export const motions: GameMotions = { Thing, motionsOf: (step) => new StepMotions(step).groups() };

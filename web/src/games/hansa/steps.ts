/** The steps of a turn of Hansa: the ship goes from port to port, goods are bought and sold where it lies. */

import type { Move, Scene, SpotId, TurnStep } from "../../board/painter";
import { spotOf } from "./spots";
import { positionOf } from "./types";

const AT_PORT = ["buy", "build", "sell"];

function spotAt(move: Move, ship: string, scene: Scene): SpotId | undefined {
  if (!AT_PORT.includes(move.do)) return spotOf(move, scene);
  const { position, ...rest } = scene;
  const there = { ...rest, position: { ...(position as object), ship } };
  return (move.do === "buy" ? spotOf(move, there) : undefined) ?? `port:${ship}`;
}

/** The steps of a turn. */
export function stepsOf(line: readonly Move[], scene: Scene): readonly TurnStep[] {
  let ship = positionOf(scene).ship ?? "";
  return line.map((move) => {
    const from = move.do === "sail" ? `port:${ship}` : undefined;
    if (move.do === "sail") ship = String(move.to);
    const to = spotAt(move, ship, scene);
    return { moves: [move], ...(from ? { from } : {}), ...(to ? { to } : {}) };
  });
}

/** The pieces in the hand of a player of Hansa Teutonica. */

import type { GameEvent, HandPiece, HandVerbs, Scene, SpotId } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { Describer } from "./describe";
import { colourOf, shapeOf } from "./pieces";
import { boardOf, positionOf, type PieceData, type TaskData } from "./types";

function topTask(scene: Scene): TaskData | undefined {
  return positionOf(scene).pending?.tasks?.at(-1);
}

function pieces(scene: Scene, i18n: Translator): HandPiece[] {
  const describer = new Describer(scene, i18n);
  const held = (positionOf(scene).pending?.hand ?? []) as readonly PieceData[];
  const isMixed = held.some(([owner]) => owner !== held[0]?.[0]);
  return held.map((piece) => ({
    shape: shapeOf(piece),
    owner: colourOf(piece, scene),
    name: isMixed ? describer.piece(piece) : i18n.t("teutonica.hand.piece", { kind: piece[1] }),
  }));
}

/** Where the pieces lay that were lifted and not put down, in the order of lifting. */
function origins(events: readonly GameEvent[]): SpotId[] {
  const lifted: SpotId[] = [];
  for (const { name, facts } of events) {
    if (name === "Lifted") lifted.push(`space:${String(facts.space)}`);
    else if (name === "Put" || name === "Relocated") lifted.shift();
  }
  return lifted;
}

export const hand: HandVerbs = {
  lift: "lift",
  stop: "stop",
  put: "put",
  pieces,
  room: (scene) => Number(topTask(scene)?.left ?? 0),
  origins,
};

/** Whether a piece of a seat on a space fills the route with pieces of this seat. */
export function completesRoute(space: string, seat: number, scene: Scene): boolean {
  const [id = ""] = space.split(".");
  const { spaces = {} } = positionOf(scene);
  const points = boardOf(scene).routes.find((route) => route.id === id)?.points ?? [];
  return points.every((_, n) => `${id}.${n + 1}` === space || spaces[`${id}.${n + 1}`]?.[0] === seat);
}

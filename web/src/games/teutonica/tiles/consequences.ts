/** What follows from placing and displacing, read from the positions before and after. */

import type { Dot, Move, Owner, Preview, Scene, SpotId } from "../../../board/painter";
import type { OwnerColour } from "../../../theme/playerColours";
import { Describer } from "../describe";
import { translator } from "../../../messages/i18n.svelte";
import { colourOf } from "../pieces";
import { boardOf, positionOf, type PieceData, type TaskData } from "../types";

export interface Displacement {
  readonly name: string;
  readonly colour: OwnerColour;
  readonly piece: PieceData;
  /** How many pieces may be added. */
  readonly extras: number;
}

/** Whether a piece of a seat would be on every space of the route on which a move puts one. */
export function completes(move: Move, scene: Scene, seat: number): boolean {
  if (move.do !== "place") return false;
  const [id = ""] = String(move.space).split(".");
  const { spaces = {} } = positionOf(scene);
  const route = boardOf(scene).routes.find((each) => each.id === id);
  const all = route?.points.map((_, n) => `${id}.${n + 1}`) ?? [];
  return all.length > 0 && all.every((space) => space === move.space || spaces[space]?.[0] === seat);
}

function relocationOf(after: Preview): TaskData | undefined {
  return positionOf(after.scene).pending?.tasks?.findLast(({ task }) => task === "relocation");
}

/** What the owner of a displaced piece gets. */
export function displacementOf(move: Move, scene: Scene, after: Preview): Displacement | undefined {
  const piece = move.do === "displace" ? positionOf(scene).spaces?.[String(move.space)] : undefined;
  const task = relocationOf(after);
  if (!piece || !task) return undefined;
  const owner: Owner = piece[0];
  return { name: new Describer(scene, translator()).owner(owner), colour: colourOf(piece, scene), piece, extras: task.extras ?? 0 };
}

/** The spaces on which a displaced piece may be put. */
export function dotsOf(after: Preview, scene: Scene): Dot[] {
  const owner = relocationOf(after)?.owner;
  if (owner === undefined) return [];
  const spots = new Set(after.moves.filter((move) => move.do === "relocate").map((move): SpotId => `space:${String(move.space)}`));
  return [...spots].map((spot) => ({ spot, owner: colourOf([owner, "t"], scene) }));
}

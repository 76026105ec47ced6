/** The steps of a turn of Hansa Teutonica: pieces go from where they were lifted, rewards come from the route. */

import type { Move, Scene, SpotId, TurnStep } from "../../board/painter";
import { spotOf } from "./spots";
import { boardOf } from "./types";

/** The scroll of an ability in one of the cities of a route. */
function scrollOf(ability: string, route: string | undefined, scene: Scene): SpotId | undefined {
  const ends: readonly string[] = boardOf(scene).routes.find(({ id }) => id === route)?.ends ?? [];
  const city = boardOf(scene).cities.find(({ id, abilities }) => ends.includes(id) && abilities.some((each) => each === ability));
  return city && `scroll:${city.id}.${ability}`;
}

function rewardStep(move: Move, route: string | undefined, scene: Scene): TurnStep {
  const to = move.ability === undefined ? spotOf(move, scene) : scrollOf(String(move.ability), route, scene);
  return { moves: [move], ...(route ? { from: `route:${route}` } : {}), ...(to ? { to } : {}) };
}

/** The steps of a turn. */
export function stepsOf(line: readonly Move[], scene: Scene): readonly TurnStep[] {
  const lifted: Move[] = [];
  const steps: TurnStep[] = [];
  let route: string | undefined;
  for (const move of line) {
    if (move.do === "create") route = String(move.route);
    if (move.do === "lift") lifted.push(move);
    else if (move.do === "put") {
      const from = lifted.shift();
      steps.push({ moves: from ? [from, move] : [move], ...(from ? { from: `space:${String(from.space)}` } : {}), to: `space:${String(move.space)}` });
    } else if (move.do === "reward") steps.push(rewardStep(move, route, scene));
    else if (move.do !== "stop") {
      const to = spotOf(move, scene);
      steps.push({ moves: [move], ...(to ? { to } : {}) });
    }
  }
  return [...steps, ...lifted.map((move) => ({ moves: [move], to: `space:${String(move.space)}` }))];
}

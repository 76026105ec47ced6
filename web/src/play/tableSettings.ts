/** The settings of tables that a group or a tournament opens: map, players and clock. */

import type { ClockRule, Setup } from "../api/types";
import { compareGames } from "../games/registry";
import { games } from "./games.svelte";
import { adjustPlan, clockOf, countsOf, defaultPlan, editionOf, mapsOf, setupOf, type ClockName, type MapChoice } from "./plan";

export interface TableSettings {
  readonly map: MapChoice;
  readonly players: number;
  readonly clock: ClockName;
}

/** All maps of all games. */
export async function allMaps(): Promise<MapChoice[]> {
  const known = await games();
  return [...known.games].sort((one, other) => compareGames(one.game, other.game)).flatMap(mapsOf);
}

/** The numbers of players of a map in its newest edition. */
export function playersOf(map: MapChoice): number[] {
  return countsOf(map, editionOf(map.game, undefined));
}

/** The setup and the clock of some settings. */
export function requestOf({ map, players, clock }: TableSettings): { setup: Setup; clock: ClockRule | null } {
  const plan = adjustPlan({ ...defaultPlan(map), players, clock }, map);
  return { setup: setupOf(plan, map), clock: clockOf(plan) };
}

/** The settings that a stored setup and clock stand for. */
export function settingsOf(maps: readonly MapChoice[], setup: Setup | undefined, clock: ClockRule | null | undefined): TableSettings | undefined {
  const map = maps.find((each) => each.game.game === setup?.game && (!setup.board || setup.board in each.boards)) ?? maps[0];
  if (!map) return undefined;
  const name = clock?.kind === "budget" ? (clock.seconds > 1200 ? "calm" : "quick") : clock ? "correspondence" : "none";
  return { map, players: setup?.players ?? playersOf(map)[0] ?? 2, clock: name };
}

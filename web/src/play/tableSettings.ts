/** The settings of tables that a group or a tournament opens: map, edition, players, modules, clock, undo, hints and rating. */

import type { ClockRule, NewTable, Setup } from "../api/types";
import { compareGames } from "../games/registry";
import { games } from "./games.svelte";
import { adjustPlan, boardFor, clockOf, countsOf, defaultPlan, editionOf, mapsOf, modulesOf, setupOf, type ClockName, type MapChoice, type Plan } from "./plan";

export interface TableSettings {
  readonly map: MapChoice;
  readonly edition: string | undefined;
  readonly players: number;
  readonly modules: readonly string[];
  readonly clock: ClockName;
  readonly undo: Plan["undo"];
  readonly hints: boolean;
  readonly rated: boolean;
}

/** The default settings of a group, as the server stores them. */
export interface TableDefaults {
  readonly setup?: Setup;
  readonly clock?: ClockRule | null;
  readonly undo?: Plan["undo"];
  readonly hints?: boolean;
  readonly rated?: boolean;
}

/** All maps of all games. */
export async function allMaps(): Promise<MapChoice[]> {
  const known = await games();
  return [...known.games].sort((one, other) => compareGames(one.game, other.game)).flatMap(mapsOf);
}

/** The numbers of players of a map in an edition. */
export function playersOf({ map, edition }: Pick<TableSettings, "map" | "edition">): number[] {
  return countsOf(map, editionOf(map.game, edition));
}

/** The modules that some settings can have. */
export function moduleChoices({ map, edition, players }: TableSettings): string[] {
  const named = editionOf(map.game, edition);
  return modulesOf(map, named, boardFor(map, named, players));
}

/** Settings for a map, with what it does not have replaced. */
export function adjustSettings(settings: TableSettings): TableSettings {
  const { edition, players, modules } = planOf(settings);
  return { ...settings, edition, players, modules };
}

function planOf({ map, edition, players, modules, clock }: TableSettings): Plan {
  return adjustPlan({ ...defaultPlan(map), edition, players, modules: [...modules], clock }, map);
}

/** The setup and the options of a table with some settings; a rated game has no hints. */
export function requestOf(settings: TableSettings): { setup: Setup; clock: ClockRule | null } & Required<Pick<NewTable, "hints" | "rated" | "undo">> {
  const plan = planOf(settings);
  const { undo, hints, rated } = settings;
  return { setup: setupOf(plan, settings.map), clock: clockOf(plan), undo, hints: hints && !rated, rated };
}

/** The settings that stored defaults stand for. */
export function settingsOf(maps: readonly MapChoice[], { setup, clock, undo = "own", hints = false, rated = false }: TableDefaults = {}): TableSettings | undefined {
  const map = maps.find((each) => each.game.game === setup?.game && (!setup.board || setup.board in each.boards)) ?? maps[0];
  if (!map) return undefined;
  const name = clock?.kind === "budget" ? (clock.seconds > 1200 ? "calm" : "quick") : clock ? "correspondence" : "none";
  const edition = setup?.edition ?? editionOf(map.game, undefined)?.edition;
  const players = setup?.players ?? playersOf({ map, edition })[0] ?? 2;
  return adjustSettings({ map, edition, players, modules: setup?.modules ?? [], clock: name, undo, hints, rated });
}

/** The games of the server, requested once. */

import { api } from "../api/client";
import type { Games, GameDescription, Setup } from "../api/types";

let request: Promise<Games> | undefined;

/** Every game that can be played here. */
export function games(): Promise<Games> {
  request ??= api.games().catch((problem: unknown) => {
    request = undefined;
    throw problem;
  });
  return request;
}

/** The game of a setup. */
export async function gameOf(setup: Setup): Promise<GameDescription | undefined> {
  return (await games()).games.find(({ game }) => game === setup.game);
}

/** The board of a setup as data; a game with a single board names it like the game. */
export function boardOf(game: GameDescription | undefined, setup: Setup): unknown {
  return game?.files[setup.board ?? setup.game] ?? {};
}

/** The setup of a table: the API schema has no more than an object for it. */
export function setupOf(table: { readonly setup: Record<string, unknown> }): Setup {
  return table.setup as unknown as Setup;
}

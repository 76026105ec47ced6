/** The games of the server, asked for once. */

import { api } from "../api/client";
import type { Games, GameWords, Setup } from "../api/words";

let asked: Promise<Games> | undefined;

/** Every game that can be played here. */
export function games(): Promise<Games> {
  asked ??= api.games().catch((problem: unknown) => {
    asked = undefined;
    throw problem;
  });
  return asked;
}

/** The game of a setup. */
export async function gameOf(setup: Setup): Promise<GameWords | undefined> {
  return (await games()).games.find(({ game }) => game === setup.game);
}

/** The board of a setup as data; a game with one board names it after itself. */
export function boardOf(game: GameWords | undefined, setup: Setup): unknown {
  return game?.files[setup.board ?? setup.game] ?? {};
}

/** The setup of a table: the API says only that it is an object. */
export function setupOf(table: { readonly setup: Record<string, unknown> }): Setup {
  return table.setup as unknown as Setup;
}

/** The painters by the name of their game; each is fetched when it is needed. */

import type { Painter } from "../board/painter";

const loaders = new Map<string, () => Promise<Painter>>([
  ["teutonica", async () => (await import("./teutonica")).painter],
  ["hansa", async () => (await import("./hansa")).painter],
]);

/** Add the painter of a game. */
export function register(game: string, load: () => Promise<Painter>): void {
  loaders.set(game, load);
}

/** The painter of a game, or undefined: such a game is played with plain buttons. */
export async function painterOf(game: string): Promise<Painter | undefined> {
  return loaders.get(game)?.();
}

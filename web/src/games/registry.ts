/** Finds what the client holds for each game: the folders beside this file, one per game, named like the game. */

import type { Painter } from "../board/painter";
import type { IconName } from "../parts/icons";
import type { GameManifest } from "./manifest";

const MANIFESTS = import.meta.glob<GameManifest>("./*/manifest.ts", { eager: true, import: "manifest" });
const PAINTERS = import.meta.glob<Painter>("./*/index.ts", { import: "painter" });

/** The painter of a game, or undefined: such a game is played with plain buttons. */
export async function painterOf(game: string): Promise<Painter | undefined> {
  return PAINTERS[`./${game}/index.ts`]?.();
}

/** The icon of a game in lists of tables. */
export function iconOf(game: string): IconName {
  return manifestOf(game)?.icon ?? "dice";
}

/** The order in which games are listed; games without a folder come last. */
export function compareGames(one: string, other: string): number {
  return orderOf(one) - orderOf(other) || one.localeCompare(other);
}

function manifestOf(game: string): GameManifest | undefined {
  return MANIFESTS[`./${game}/manifest.ts`];
}

function orderOf(game: string): number {
  return manifestOf(game)?.order ?? Number.MAX_SAFE_INTEGER;
}

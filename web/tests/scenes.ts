/** Scenes of played games, for tests. */

import type { Painter, Scene } from "../src/board/painter";
import { boardFile, sceneOf, type Fixture } from "../src/gallery/fixture";
import { painterOf } from "../src/games/registry";
import { json } from "./setup";

export const FIXTURES = [
  "hanse-4-5.mid",
  "hanse-4-5.late",
  "hanse-favours.mid",
  "hanse-2-3.mid",
  "hanse-neutral.mid",
  "hanse-pawn.mid",
  "east-3-5.late",
  "britannia-2-3.mid",
  "britannia-4-5.late",
  "baltic.mid",
  "baltic.late",
] as const;

export const TEUTONICA_BOARDS = ["hanse-4-5", "hanse-2-3", "east-3-5", "britannia-2-3", "britannia-4-5"] as const;

const COMPONENTS = json<Readonly<Record<string, unknown>>>("web/fixtures/components.json");

export interface Shown {
  readonly fixture: Fixture;
  readonly painter: Painter;
  readonly scene: Scene;
}

/** A fixture with its painter and scene. */
export async function shown(name: string): Promise<Shown> {
  const fixture = json<Fixture>(`web/fixtures/${name}.json`);
  const board = json<unknown>(`src/kontor/games/${boardFile(fixture).replace("/", "/data/boards/")}.json`);
  const painter = (await painterOf(fixture.setup.game)) as Painter;
  return { fixture, painter, scene: sceneOf(fixture, board, COMPONENTS[fixture.setup.game], painter) };
}

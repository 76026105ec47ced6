/** Protects the checks of `tools/checkSource.ts`: they must find planted import cycles and names of games. */

import { expect, test } from "vitest";
import { cyclesIn, gameNamesIn } from "../tools/checkSource.ts";

const GAME = "games/chess/index.ts";

test("an import cycle is found through scripts, components and globs", () => {
  const sources = new Map([
    ["a.ts", 'import type { B } from "./b.svelte";'],
    ["b.svelte", '<script lang="ts">import { c } from "./games/registry";</script>'],
    ["games/registry.ts", 'const all = import.meta.glob<{ a: number }>("./*/index.ts");'],
    [GAME, 'export * from "../../a";'],
  ]);
  expect(cyclesIn(sources)).toEqual([["a.ts", "b.svelte", "games/registry.ts", GAME, "a.ts"]]);
  expect(cyclesIn(new Map([...sources, [GAME, ""]]))).toEqual([]);
});

test("a game named in shared code, in a comment or in the key of a message is found", () => {
  const found = (path: string, text: string): string[] => gameNamesIn(new Map([[GAME, ""], [path, text]]));
  expect(found("play/plan.ts", "// as in Chess")).toHaveLength(1);
  expect(found("messages/en/ui.json", '  "chess.title": "A game"')).toHaveLength(1);
  expect(found("messages/en/ui.json", '  "app.tagline": "Play chess"')).toEqual([]);
  expect(found("games/chess/desk.ts", "chess")).toEqual([]);
  expect(found("play/plan.ts", "const chessboards = 1;")).toEqual([]);
});

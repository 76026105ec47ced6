/** Protects the bonus markers of Hansa Teutonica: each has a picture and texts, and an unknown one a fallback. */

import { expect, test } from "vitest";
import { symbolOf } from "../src/games/teutonica/markers";
import type { TeutonicaComponents } from "../src/games/teutonica/types";
import { loadMessages } from "../src/messages/catalogue";
import { LOCALES } from "../src/messages/locales";
import { shown } from "./scenes";
import { json } from "./setup";

type Described = TeutonicaComponents & { readonly permanent_markers: readonly string[] };

const { markers = {}, permanent_markers: permanent } = json<{ teutonica: Described }>("web/fixtures/components.json").teutonica;

test("every marker has its own picture", () => {
  expect(Object.keys(markers)).toContain("block");
  for (const marker of [...Object.keys(markers), ...permanent]) expect(symbolOf(marker)).toBe(`#marker-${marker}`);
});

test.each(LOCALES)("every marker has a name and an explanation in %s", async (locale) => {
  const messages = await loadMessages(locale);
  for (const marker of Object.keys(markers)) {
    expect(messages[`teutonica.marker.${marker}`], marker).toBeTruthy();
    expect(messages[`explain.teutonica.marker.${marker}`], marker).toBeTruthy();
  }
});

test("a marker that the client does not know has a plain picture, and one face down has none", () => {
  expect(symbolOf("new-marker")).toBe("#i-marker");
  expect(symbolOf("?")).toBeUndefined();
});

test("the fee of a displacement comes with the description of the game", async () => {
  const { fixture, painter, scene } = await shown("hanse-4-5.mid");
  const displacements = fixture.moves.filter((move) => move.do === "displace");
  expect(displacements).not.toHaveLength(0);
  const raised = { ...scene, components: { displacement_fees: { t: 7, m: 8 } } };
  for (const move of displacements) {
    expect(painter.turn.tag(move, scene)).toMatch(/^\+[12]$/);
    expect(painter.turn.tag(move, raised)).toMatch(/^\+[78]$/);
  }
});

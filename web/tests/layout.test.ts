/** Protects the stored layouts of the boards of Hansa Teutonica: nothing covers what must be seen. */

import { describe, expect, test } from "vitest";
import { boxAround, overhang, overlap, type Box } from "../src/board/geometry";
import { BASE, layoutOf, MARKER, ROOF, rowWidth, SPACE } from "../src/games/teutonica/layout";
import { geographyOf } from "../src/games/teutonica/geography";
import { computedScenery } from "../src/games/teutonica/scenery";
import { storedLayout } from "../src/games/teutonica/storedLayouts";
import type { TeutonicaBoard } from "../src/games/teutonica/types";
import { storedFeature } from "../src/map/terrain";
import { TEUTONICA_BOARDS } from "./scenes";
import { json } from "./setup";

const cases = TEUTONICA_BOARDS.flatMap((id) => [1, 1.2].map((lettering) => ({ id, lettering })));

describe.each(cases)("$id with names × $lettering", ({ id, lettering }) => {
  const board = json<TeutonicaBoard>(`src/kontor/games/teutonica/data/boards/${id}.json`);
  const layout = layoutOf(board, lettering);
  const u = layout.unit;
  const ribbons = [...layout.ribbons].map(([city, { x, y, width, height }]) => ({
    city,
    box: boxAround(x, y, width, height),
  }));
  const houses = board.cities.map((city): { city: string; box: Box } => {
    const [[x, y], half] = [city.xy, rowWidth(city, u) / 2];
    return { city: city.id, box: { left: x - half, right: x + half, top: y - ROOF * u, bottom: y + BASE * u } };
  });
  const share = (one: Box, other: Box): number => overlap(one, other) / ((one.right - one.left) * (one.bottom - one.top));

  test("has a stored layout", () => {
    expect(storedLayout(id, lettering)).toBeDefined();
    expect(layout.ribbons.size).toBe(board.cities.length);
    expect(layout.markers.size).toBe(board.routes.length);
  });

  test("has the scenery that would be computed", () => {
    if (!layout.stored?.terrain) return;
    const { features, names } = computedScenery(geographyOf(board), layout);
    expect(layout.stored.terrain).toEqual(features.map(storedFeature));
    expect(layout.stored.names).toEqual(names);
  });

  test("has stored scenery for names of the usual size only", () => {
    expect(layout.stored?.terrain !== undefined).toBe(lettering === 1);
  });

  test("has names that cover neither each other nor houses", () => {
    for (const { city, box } of ribbons) {
      for (const other of ribbons) if (other.city !== city) expect(share(box, other.box), `${city}, ${other.city}`).toBeLessThan(0.04);
      for (const other of houses) expect(share(box, other.box), `${city}, houses of ${other.city}`).toBeLessThan(0.06);
    }
  });

  test("has names that hide no space and stay on the sheet", () => {
    const [width, height] = board.size;
    for (const { city, box } of ribbons) {
      expect(overhang(box, { left: 0, top: 0, right: width, bottom: height }), city).toBe(0);
      for (const [x, y] of board.routes.flatMap(({ points }) => points)) {
        expect(share(boxAround(x, y, 2 * SPACE * u, 2 * SPACE * u), box), `${city} at ${x}, ${y}`).toBeLessThan(0.5);
      }
    }
  });

  test("has room for a marker on every route", () => {
    const markers = [...layout.markers].map(([route, [x, y]]) => ({ route, box: boxAround(x, y, 2 * MARKER * u, 2 * MARKER * u) }));
    for (const { route, box } of markers) {
      for (const other of markers) if (other.route !== route) expect(share(box, other.box), `${route}, ${other.route}`).toBeLessThan(0.2);
      for (const house of houses) expect(share(box, house.box), `${route}, ${house.city}`).toBeLessThan(0.35);
    }
  });
});

test("a board without a stored layout is laid out when it is opened", () => {
  const board = json<TeutonicaBoard>("src/kontor/games/teutonica/data/boards/hanse-4-5.json");
  const layout = layoutOf({ ...board, id: "unknown" }, 1);
  expect(layout.ribbons.size).toBe(board.cities.length);
}, 20_000);

/** Protects the palettes: players can be told apart, also by colour-blind people. */

import { describe, expect, test } from "vitest";
import { painterOf } from "../src/games/registry";
import { COURSES } from "../src/learning/course";
import { MARK_OF, PALETTES, SHADES } from "../src/theme/playerColours";

type Three = readonly [number, number, number];

/** How people with three kinds of colour blindness see linear light (Machado, Oliveira and Fernandes 2009). */
const VISION: Readonly<Record<string, readonly Three[]>> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const GAMES = await Promise.all(COURSES.map(async (game) => (await painterOf(game))?.colours ?? []));

function linear(hex: string): Three {
  return [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Three;
}

function times(rows: readonly Three[], light: Three): Three {
  return rows.map((row) => Math.min(1, Math.max(0, row[0] * light[0] + row[1] * light[1] + row[2] * light[2]))) as unknown as Three;
}

function lab(light: Three): Three {
  const [x, y, z] = [
    (0.4124 * light[0] + 0.3576 * light[1] + 0.1805 * light[2]) / 0.9505,
    0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2],
    (0.0193 * light[0] + 0.1192 * light[1] + 0.9505 * light[2]) / 1.089,
  ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)) as unknown as Three;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function apart(one: string, other: string, eye: readonly Three[]): number {
  const [a, b] = [lab(times(eye, linear(one))), lab(times(eye, linear(other)))];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const cases = PALETTES.flatMap((palette) => (["light", "dark"] as const).map((theme) => ({ palette, theme })));

describe.each(cases)("the palette $palette by $theme", ({ palette, theme }) => {
  const shades = SHADES[palette][theme];

  test.each(Object.keys(VISION))("keeps players apart for %s vision", (eye) => {
    for (const game of GAMES) {
      for (const one of game) {
        for (const other of game) {
          if (one < other) expect(apart(shades[one][0], shades[other][0], VISION[eye] ?? []), `${one}, ${other}`).toBeGreaterThan(20);
        }
      }
    }
  });

  test("has marks that can be read on their pieces", () => {
    for (const owner of GAMES.flat()) {
      const [light, dark] = [luminance(shades[owner][0]), luminance(shades[owner][3])].sort((one, other) => other - one);
      expect(((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05), owner).toBeGreaterThan(3.9);
    }
  });
});

test("every player of a game has a mark of its own", () => {
  expect(GAMES).not.toHaveLength(0);
  for (const game of GAMES) expect(new Set(game.map((owner) => MARK_OF[owner])).size).toBe(game.length);
});

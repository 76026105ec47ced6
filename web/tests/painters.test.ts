/** Protects the painters: every board and piece is drawn, and every spot is described. */

import { mount, unmount } from "svelte";
import { beforeAll, describe, expect, test } from "vitest";
import { loadMessages } from "../src/messages/catalogue";
import { LOCALES } from "../src/messages/locales";
import { setLocale } from "../src/messages/i18n.svelte";
import { Translator } from "../src/messages/translator";
import { painter as teutonica } from "../src/games/teutonica";
import type { TeutonicaBoard } from "../src/games/teutonica/types";
import { FIXTURES, shown, TEUTONICA_BOARDS } from "./scenes";
import { json } from "./setup";

beforeAll(() => setLocale("en"));

const ON_DESKS = /^(ability|held|rival):/;

function drawn(scene: Parameters<typeof teutonica.spotMap>[0], painter = teutonica): HTMLElement {
  const target = document.createElement("div");
  const props = { scene, spotMap: painter.spotMap(scene, 1), lit: new Set<string>() };
  const app = mount(painter.Picture, { target, props });
  const copy = target.cloneNode(true) as HTMLElement;
  void unmount(app);
  return copy;
}

function ids(element: HTMLElement, attribute: string): string[] {
  return [...element.querySelectorAll(`[${attribute}]`)].map((found) => found.getAttribute(attribute) ?? "").sort();
}

describe.each(TEUTONICA_BOARDS)("the board %s", (id) => {
  const board = json<TeutonicaBoard>(`src/kontor/games/teutonica/data/boards/${id}.json`);
  const scene = { board, position: {}, seats: [] };
  const spaces = board.routes.flatMap((route) => route.points.map((_, n) => `${route.id}.${n + 1}`));

  test("has a spot for every space, route, city, post and special prestige", () => {
    const { spots } = teutonica.spotMap(scene, 1);
    const expected = [
      ...spaces.map((space) => `space:${space}`),
      ...board.routes.map((route) => `route:${route.id}`),
      ...board.routes.map((route) => `marker:${route.id}`),
      ...board.cities.map((city) => `city:${city.id}`),
      ...board.cities.flatMap((city) => city.posts.map((_, n) => `post:${city.id}.${n + 1}`)),
      ...board.special_prestige.spaces.map(({ points }) => `special:${points}`),
    ];
    for (const spot of expected) expect(spots.has(spot), spot).toBe(true);
  });

  test("draws every space, route, city and special prestige once", () => {
    const picture = drawn(scene);
    expect(ids(picture, "data-space")).toEqual([...spaces].sort());
    expect(ids(picture, "data-route")).toEqual(board.routes.map((route) => route.id).sort());
    expect(ids(picture, "data-special")).toHaveLength(board.special_prestige.spaces.length);
    expect(ids(picture, "data-tavern")).toEqual(board.routes.flatMap((route) => (route.tavern ? [route.id] : [])).sort());
    const names = [...picture.querySelectorAll(".ribbon text")].map((name) => name.textContent ?? "");
    expect(names.sort()).toEqual(board.cities.map((city) => city.name).sort());
  });

  test("is shown small on the start page", () => {
    const target = document.createElement("div");
    const app = mount(teutonica.Thumbnail, { target, props: { board } });
    expect(target.querySelectorAll("polyline")).toHaveLength(board.routes.length);
    void unmount(app);
  });
});

test.each(FIXTURES)("every move and every spot of %s has a place and a description", async (name) => {
  const { fixture, painter, scene } = await shown(name);
  const { spots } = painter.spotMap(scene, 1);
  const i18n = await Promise.all(LOCALES.map(async (locale) => new Translator(locale, await loadMessages(locale))));
  for (const move of fixture.moves) {
    const spot = painter.spotOf(move, scene);
    if (spot === undefined) continue;
    expect(ON_DESKS.test(spot) || spots.has(spot), spot).toBe(true);
    for (const each of i18n) expect(painter.describe(spot, scene, each).length).toBeGreaterThan(1);
  }
  expect(fixture.moves.some((move) => painter.spotOf(move, scene) !== undefined)).toBe(true);
  for (const spot of spots.keys()) {
    for (const each of i18n) expect(painter.describe(spot, scene, each), spot).not.toMatch(/[{}]|--|undefined/);
  }
});

test.each(FIXTURES)("every piece of %s is drawn", async (name) => {
  const { painter, scene } = await shown(name);
  const picture = drawn(scene, painter);
  const position = scene.position as { spaces?: Record<string, unknown>; markers_on_routes?: Record<string, unknown> };
  for (const space of Object.keys(position.spaces ?? {})) {
    expect(picture.querySelector(`[data-space="${space}"] [data-owner]`), space).not.toBeNull();
  }
  for (const route of Object.keys(position.markers_on_routes ?? {})) {
    expect(picture.querySelector(`[data-marker="${route}"]`), route).not.toBeNull();
  }
});

test.each(FIXTURES)("the desks of %s can be drawn for every seat", async (name) => {
  const { painter, scene } = await shown(name);
  for (const [seat, { name: player }] of scene.seats.entries()) {
    const target = document.createElement("div");
    const props = { scene, seat, targets: [], onpick: () => undefined };
    const apps = [mount(painter.Desk, { target, props }), mount(painter.Rival, { target, props })];
    expect(target.textContent).toContain(player);
    apps.forEach((app) => void unmount(app));
  }
});

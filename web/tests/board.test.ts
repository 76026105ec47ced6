/** Protects the board: it offers exactly its targets, with labels, and can be used with the keyboard. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import Board from "../src/board/Board.svelte";
import type { Target } from "../src/board/painter";
import PlainMoves from "../src/board/PlainMoves.svelte";
import { setLocale } from "../src/messages/i18n.svelte";
import { painterOf } from "../src/games/registry";
import { shown } from "./scenes";

beforeAll(() => setLocale("en"));

let app: Record<string, unknown> | undefined;
afterEach(() => {
  if (app) void unmount(app);
  app = undefined;
});

async function board(targets: readonly Target[], onpick = vi.fn(), oninspect = vi.fn()): Promise<HTMLElement> {
  const { painter, scene } = await shown("hanse-4-5.mid");
  const target = document.body.appendChild(document.createElement("div"));
  app = mount(Board, { target, props: { painter, scene, targets, onpick, oninspect } });
  flushSync();
  return target;
}

const OFFERED: Target[] = [
  { spot: "space:bremen--osnabruck.1", label: "Place a trader" },
  { spot: "space:bremen--osnabruck.2", label: "Place a trader", chosen: true },
  { spot: "route:emden--groningen", label: "Create the route" },
];

test("offers exactly its targets, each with a label", async () => {
  const page = await board(OFFERED);
  const buttons = [...page.querySelectorAll<HTMLElement>(".spots [role=button]")];
  expect(buttons.map(({ id }) => id.replace("spot-", "")).sort()).toEqual(OFFERED.map(({ spot }) => spot).sort());
  for (const button of buttons) expect(button.getAttribute("aria-label")).toMatch(/\w+: (Place|Create|chosen)/);
});

test("offers nothing without targets, and still labels every spot", async () => {
  const page = await board([]);
  expect(page.querySelectorAll(".spots [role=button]")).toHaveLength(0);
  const { painter, scene } = await shown("hanse-4-5.mid");
  const places = [...page.querySelectorAll(".spots [role=img]")];
  expect(places).toHaveLength(painter.spotMap(scene, 1).spots.size);
  for (const place of places) expect(place.getAttribute("aria-label")).toBeTruthy();
});

test("has one tab stop, and keys move the focus and choose", async () => {
  const onpick = vi.fn();
  const page = await board(OFFERED, onpick);
  const stops = page.querySelectorAll<HTMLElement>('.spots [tabindex="0"]');
  expect(stops).toHaveLength(1);
  const viewport = page.querySelector(".viewport") as HTMLElement;
  stops[0]?.focus();
  viewport.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  expect(onpick).toHaveBeenCalledWith("space:bremen--osnabruck.1", "keyboard");
  viewport.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
  flushSync();
  viewport.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  expect(onpick).toHaveBeenLastCalledWith("route:emden--groningen", "keyboard");
});

test("zooms with the keyboard", async () => {
  const page = await board([]);
  const viewport = page.querySelector(".viewport") as HTMLElement;
  const sheet = page.querySelector(".sheet") as HTMLElement;
  const before = sheet.style.transform;
  viewport.dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
  flushSync();
  expect(sheet.style.transform).not.toBe(before);
  viewport.dispatchEvent(new KeyboardEvent("keydown", { key: "0", bubbles: true }));
  flushSync();
  expect(sheet.style.transform).toBe(before);
});

test("a game without a painter is played with plain buttons", async () => {
  expect(await painterOf("toy")).toBeUndefined();
  const onpick = vi.fn();
  const target = document.body.appendChild(document.createElement("div"));
  app = mount(PlainMoves, { target, props: { labels: ["take 1", "take 2"], onpick } });
  const buttons = [...target.querySelectorAll("button")];
  expect(buttons.map((button) => button.textContent?.trim())).toEqual(["take 1", "take 2"]);
  buttons[1]?.click();
  expect(onpick).toHaveBeenCalledWith(1);
});

/** Push messages, caches of the service worker, and settings of notifications. */

import { expect, test } from "vitest";
import type { Entry } from "../src/api/types";
import { clockTime, isSlow, minutesOf } from "../src/notify/choices";
import { isTimeToOffer } from "../src/notify/offer";
import { browserLabel } from "../src/notify/push.svelte";
import { routeOf } from "../src/notify/notices.svelte";
import { isPublic, outdated, strategyOf } from "../src/worker/caching";
import { isSeen, messageFrom, notificationOptions, pathOf, shows } from "../src/worker/pushMessage";

const ORIGIN = "https://kontor.example";
const MESSAGE = { title: "Your turn", text: "Sunday", path: "#/table/abc", event: "turn", tag: "abc" };

test.each([
  ["GET", "/", "navigate", "page"],
  ["GET", "/anything", "navigate", "page"],
  ["GET", "/api/mail/stop?token=x", "navigate", "network"],
  ["GET", "/api/docs", "navigate", "network"],
  ["GET", "/assets/index-abc.js", "cors", "file"],
  ["GET", "/icon-192.png", "no-cors", "file"],
  ["GET", "/api/games", "cors", "data"],
  ["GET", "/api/puzzles", "cors", "data"],
  ["GET", "/api/puzzles/east-1", "cors", "data"],
  ["GET", "/api/session", "cors", "network"],
  ["GET", "/api/tables/abc", "cors", "network"],
  ["GET", "/api/notices", "cors", "network"],
  ["POST", "/api/puzzles/east-1/answer", "cors", "network"],
  ["POST", "/api/games", "cors", "network"],
])("%s %s (%s) is answered by: %s", (method, path, mode, strategy) => {
  expect(strategyOf(method, `${ORIGIN}${path}`, mode, ORIGIN)).toBe(strategy);
});

test("other origins are left alone", () => {
  expect(strategyOf("GET", "https://else.example/assets/a.js", "cors", ORIGIN)).toBe("network");
});

test("only answers that the server calls public are stored", () => {
  const answer = (status: number, control: string) => new Response("{}", { status, headers: { "Cache-Control": control } });
  expect(isPublic(answer(200, "public, no-cache"))).toBe(true);
  expect(isPublic(answer(200, "no-store"))).toBe(false);
  expect(isPublic(answer(404, "public, no-cache"))).toBe(false);
});

test("the files of the last version stay for open pages", () => {
  const names = ["kontor-data", "kontor-version-1", "kontor-version-2", "kontor-version-3", "kontor-practice"];
  expect(outdated(names, "kontor-version-3")).toEqual(["kontor-version-1"]);
  expect(outdated(names.slice(0, 2), "kontor-version-1")).toEqual([]);
});

test("a push message becomes a notification, and nothing else does", () => {
  expect(messageFrom(MESSAGE)).toEqual(MESSAGE);
  expect(notificationOptions(MESSAGE)).toMatchObject({ body: "Sunday", tag: "abc", data: { path: "#/table/abc" } });
  expect(pathOf({ data: { path: "#/table/abc" } })).toBe("#/table/abc");
  for (const wrong of [null, "text", {}, { ...MESSAGE, path: "https://else.example" }]) expect(messageFrom(wrong)).toBeUndefined();
  for (const data of [undefined, {}, { path: "javascript:alert(1)" }]) expect(pathOf({ data })).toBe("#/");
});

test("a message about a table that is seen is not shown", () => {
  const at = (route: string, visibilityState: string) => [{ route, visibilityState }];
  expect(isSeen(at("#/table/abc", "visible"), MESSAGE)).toBe(true);
  expect(isSeen(at("#/table/abc/replay", "visible"), MESSAGE)).toBe(true);
  expect(isSeen(at("#/table/abc", "hidden"), MESSAGE)).toBe(false);
  expect(isSeen(at("#/table/abcd", "visible"), MESSAGE)).toBe(false);
  expect(isSeen(at("#/", "visible"), { ...MESSAGE, path: "#/" })).toBe(false);
  expect(shows("#/table/abc", "#/table/abc")).toBe(true);
});

test("times of day are written and read", () => {
  expect([clockTime(0), clockTime(7 * 60 + 5), clockTime(23 * 60 + 59)]).toEqual(["00:00", "07:05", "23:59"]);
  expect(minutesOf("22:30")).toBe(22 * 60 + 30);
});

test("push messages are offered after the first turn of a slow game", () => {
  const moved = [{ kind: "move", seat: 0, by: "player" }] as unknown as Entry[];
  const slow = { left: [86_400_000, 86_400_000] };
  const situation = { clock: slow, over: false, toMove: 1, held: [0], entries: moved, others: true };
  expect(isTimeToOffer(situation)).toBe(true);
  for (const change of [{ clock: null }, { clock: { left: [600_000, 600_000] } }, { over: true }, { toMove: 0 }, { held: [] }, { entries: [] }, { others: false }]) {
    expect(isTimeToOffer({ ...situation, ...change })).toBe(false);
  }
  expect(isSlow({ left: [1000], correspondence: { deadline: 1 } })).toBe(true);
});

test("browsers have names, and notices lead somewhere", () => {
  expect(browserLabel("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36")).toBe("Chrome, Android");
  expect(browserLabel("Mozilla/5.0 (iPhone; CPU iPhone OS 18) AppleWebKit/605 Version/18 Safari/604")).toBe("Safari, iPhone");
  expect(browserLabel("something")).toBe("Browser");
  expect(routeOf({ table: "abc", data: {} })).toBe("#/table/abc");
  expect(routeOf({ table: "abc", data: { link: "#/group/x" } })).toBe("#/group/x");
  expect(routeOf({ table: null, data: { link: "https://else.example" } })).toBe("#/");
});

/** Standing orders in words, and the places that they name. */

import { expect, it } from "vitest";
import { painter } from "../src/games/teutonica";
import { loadMessages } from "../src/messages/catalogue";
import { Translator } from "../src/messages/translator";
import { orderText } from "../src/play/orderText";

const names = { city: "Hannover", spaceName: (space: string) => space.toUpperCase() };

it("says where a piece goes and what happens to extra pieces", async () => {
  const i18n = new Translator("en", await loadMessages("en"));
  expect(orderText({ put: "city", spaces: [], city: "hannover", extras: "none" }, names, i18n)).toBe("nearest to Hannover · no extras");
  expect(orderText({ put: "network", spaces: [], city: null, extras: "traders" }, names, i18n)).toBe("nearest to my network · traders first");
  expect(orderText({ put: "spaces", spaces: ["a.1", "b.2"], city: null, extras: "ask" }, names, i18n)).toBe("on A.1 and B.2 · ask about extras");
  expect(orderText({ put: "ask", spaces: [], city: null, extras: "ask" }, names, i18n)).toBe("ask me");
});

it("finds the spots of spaces and cities", () => {
  const { orders } = painter;
  expect(orders?.spotOfSpace("a--b.1")).toBe("space:a--b.1");
  expect(orders?.spaceOf("space:a--b.1")).toBe("a--b.1");
  expect(orders?.spaceOf("city:a")).toBeUndefined();
  expect(orders?.cityOf(orders.spotOfCity("a"))).toBe("a");
  expect(orders?.cityOf("post:a.1")).toBeUndefined();
});

/** Protects the choices: every legal move can be chosen and nothing else. */

import { beforeAll, expect, test } from "vitest";
import type { LegalMove } from "../src/api/types";
import { loadMessages } from "../src/messages/catalogue";
import { Translator } from "../src/messages/translator";
import { choicesOf, defaultOffer, offersAt, offersOf, plainOffers, playsAt, type Offer } from "../src/play/choices";
import { FIXTURES, shown } from "./scenes";

let i18n: Translator;
beforeAll(async () => {
  i18n = new Translator("en", await loadMessages("en"));
});

async function offered(name: string, some: (n: number) => boolean = () => true): Promise<{ offers: Offer[]; choose: (verb?: string, spot?: string) => ReturnType<typeof choicesOf> }> {
  const { fixture, painter, scene } = await shown(name);
  const moves: LegalMove[] = fixture.moves.filter((_, n) => some(n)).map((move, n) => ({ words: `${move.do} ${n}`, move }));
  const offers = offersOf(moves, painter, scene, painter.spotMap(scene, 1).spots, i18n);
  return { offers, choose: (verb, spot) => choicesOf(offers, painter, { verb, spot }, scene, i18n) };
}

/** Every move that can be reached by picking verbs and spots. */
function reachable(offers: readonly Offer[], choose: (verb?: string, spot?: string) => ReturnType<typeof choicesOf>): Set<string> {
  const found = new Set<string>();
  const first = choose();
  for (const verb of [undefined, ...first.rows.map((row) => row.verb)]) {
    const next = choose(verb);
    for (const offer of [...next.buttons, ...next.closing, ...(next.chooser?.offers ?? [])]) found.add(offer.words);
    for (const { spot } of next.targets) for (const offer of offersAt(offers, spot, verb)) found.add(offer.words);
  }
  return found;
}

test.each(FIXTURES)("every move of %s can be chosen, and nothing else", async (name) => {
  const { offers, choose } = await offered(name);
  expect([...reachable(offers, choose)].sort()).toEqual(offers.map((offer) => offer.words).sort());
});

test("if the server offers only some moves, exactly those can be chosen", async () => {
  const { offers, choose } = await offered("hanse-4-5.mid", (n) => n % 3 === 0);
  expect([...reachable(offers, choose)].sort()).toEqual(offers.map((offer) => offer.words).sort());
  const none = await offered("hanse-4-5.mid", () => false);
  expect(none.choose()).toEqual({ rows: [], buttons: [], closing: [], chooser: undefined, targets: [] });
});

test("picking a verb narrows the targets, and several moves at a spot become its tiles", async () => {
  const { offers, choose } = await offered("britannia-2-3.mid");
  const placing = choose("place");
  expect(new Set(placing.targets.map(({ spot }) => spot.split(":")[0]))).toEqual(new Set(["space"]));
  const several = placing.targets.filter(({ spot }) => offersAt(offers, spot, "place").length > 1);
  expect(several).not.toHaveLength(0);
  for (const { spot } of several) expect(choose("place", spot).chooser?.offers).toEqual(offersAt(offers, spot, "place"));
});

test("a game without a painter is offered in its notation", () => {
  const move: LegalMove = { words: "take 2", move: { do: "take", count: 2 } };
  expect(plainOffers([move])).toEqual([{ words: "take 2", move: move.move, spot: undefined, onMap: false, label: "take 2" }]);
});

test("the default at a space is a trader with a fee in traders, whatever the order of the server", async () => {
  const { painter, scene } = await shown("hanse-4-5.mid");
  const moves = [
    { do: "displace", space: "x.1", kind: "m", fee_merchants: 0 },
    { do: "displace", space: "x.1", kind: "t", fee_merchants: 1 },
    { do: "displace", space: "x.1", kind: "t", fee_merchants: 0 },
  ].map((move, n) => ({ words: String(n), move }));
  const offers = offersOf(moves, painter, scene, painter.spotMap(scene, 1).spots, i18n);
  expect(offers.map(({ words }) => words)).toEqual(["2", "1", "0"]);
  const { chooser } = choicesOf(offers, painter, { spot: "space:x.1" }, scene, i18n);
  expect(chooser && defaultOffer(chooser)?.words).toBe("2");
});

test("a first click never displaces, a tap plays only where one kind of piece is left, and the second takes the default", async () => {
  const { painter } = await shown("hanse-4-5.mid");
  const offer = (verb: string): Offer => ({ words: verb, move: { do: verb }, spot: "x", onMap: true, label: verb });
  const plays = (verbs: string[], again: boolean, touched: boolean): boolean => playsAt(verbs.map(offer), again, touched, painter.choosing);
  expect(plays(["displace"], false, false)).toBe(false);
  expect(plays(["displace"], true, true)).toBe(true);
  expect(plays(["place"], false, true)).toBe(true);
  expect(plays(["place", "place"], false, false)).toBe(false);
  expect(plays(["place", "place"], true, false)).toBe(true);
  expect(plays(["place-marker"], false, true)).toBe(false);
  expect(plays(["reward", "reward"], true, false)).toBe(false);
});

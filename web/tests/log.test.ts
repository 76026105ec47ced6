/** Protects the log: undone entries disappear, lines are sentences, and traces point to the right spots. */

import { expect, test } from "vitest";
import type { Entry } from "../src/api/types";
import { linesOf, logEntries, currentEntries, tracesOf, turnEnds } from "../src/play/log";
import { loadMessages } from "../src/messages/catalogue";
import type { Locale } from "../src/messages/locales";
import { Translator } from "../src/messages/translator";
import { shown } from "./scenes";

function entry(number: number, more: Partial<Entry> = {}): Entry {
  return { number, kind: "move", seat: 0, by: "player", at: 0, length: null, change: null, words: "", move: null, events: [], ...more };
}

test("undone entries are left out", () => {
  const entries = [entry(1), entry(2), entry(3), entry(4, { kind: "undo", length: 1 }), entry(5)];
  expect(currentEntries(entries).map(({ number }) => number)).toEqual([1, 5]);
});

test("seat changes are in the log and are no moves", () => {
  const change = { kind: "agent", name: null, agent: "easy", left: "Ada" } as const;
  const seat = entry(2, { kind: "seat", seat: 1, by: "player", change });
  const entries = [entry(1), seat, entry(3), entry(4, { kind: "undo", length: 1 }), entry(5)];
  expect(currentEntries(entries).map(({ number }) => number)).toEqual([1, 5]);
  expect(logEntries(entries).map(({ number }) => number)).toEqual([1, 2, 5]);
});

test("a seat change is a sentence in every language", async () => {
  const { scene } = await shown("hanse-4-5.mid");
  const change = { kind: "agent", name: null, agent: "easy", left: "Ada" } as const;
  const texts = async (locale: Locale, more: Partial<Entry>): Promise<string[]> => {
    const i18n = new Translator(locale, await loadMessages(locale));
    return linesOf(entry(2, { kind: "seat", seat: 1, change, ...more }), "teutonica", undefined, scene, i18n).map(({ text }) => text);
  };
  expect(await texts("en", {})).toEqual(["Seat 2: Ada left; the computer (easy) plays on."]);
  expect(await texts("de", { by: "host" })).toEqual(["Platz 2: Der Gastgeber hat Ada durch den Computer (leicht) ersetzt."]);
  expect(await texts("fr", { change: { kind: "human", name: "Zoe", agent: null, left: null } })).toEqual(["Place 2\u202f: Zoe s’est installé."]);
});

test("turns end at the event TurnEnded", () => {
  const ended = { events: [{ event: "TurnEnded", seat: 0 }] };
  expect(turnEnds([entry(1), entry(2, ended), entry(3), entry(4, ended), entry(5)])).toEqual([0, 2, 4, 5]);
});

test("an entry has the spots of its events", async () => {
  const { painter } = await shown("hanse-4-5.mid");
  const events = [
    { event: "Displaced", seat: 1, by: 0, kind: "t", space: "bremen--osnabruck.1" },
    { event: "PostEstablished", seat: 0, kind: "t", city: "bremen", place: 1 },
    { event: "FeePaid", seat: 0, traders: 1, merchants: 0 },
  ];
  expect(tracesOf([entry(1, { events })], painter)).toEqual([{ spot: "space:bremen--osnabruck.1" }, { spot: "post:bremen.2" }]);
});

test("a displaced piece and moved pieces come from their earlier spots", async () => {
  const { painter } = await shown("hanse-4-5.mid");
  const happened = (number: number, event: string, space: string): Entry =>
    entry(number, { events: [{ event, seat: 1, kind: "t", space }] });
  const displaced = [happened(1, "Displaced", "a--b.1"), happened(2, "Relocated", "a--b.2")];
  expect(tracesOf(displaced, painter)).toEqual([{ spot: "space:a--b.2", from: "space:a--b.1" }]);
  const extra = [...displaced, happened(3, "Relocated", "a--b.3")];
  expect(tracesOf(extra, painter)).toEqual([{ spot: "space:a--b.3" }]);
  const moved = [happened(1, "Lifted", "a--b.1"), happened(2, "Lifted", "c--d.1"), happened(3, "Put", "a--b.2"), happened(4, "Put", "a--b.3")];
  expect(tracesOf(moved, painter)).toEqual([{ spot: "space:a--b.3", from: "space:c--d.1" }]);
});

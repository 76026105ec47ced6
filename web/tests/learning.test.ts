/** Protects lessons, rule book and explanations: texts, spots and rules exist in every language. */

import { expect, test } from "vitest";
import type { Entry } from "../src/api/types";
import { COURSES, courseOf, lessonProgress, tableOf, type Course, type Lesson } from "../src/learning/course";
import { blocksOf, chaptersOf, matchesFilter, GAMES, normalized, rulebook, spansOf, type Ledger, type RuleFilter } from "../src/learning/rulebook";
import { loadGroup, loadMessages } from "../src/messages/catalogue";
import { LOCALES } from "../src/messages/locales";
import type { Painter } from "../src/board/painter";
import { Translator } from "../src/messages/translator";
import { painterOf } from "../src/games/registry";
import { FIXTURES, shown } from "./scenes";
import { json, text } from "./setup";

const courses = (await Promise.all(COURSES.map(courseOf))) as Course[];
const lessons = courses.flatMap((course) => course.lessons.map((lesson) => [`${course.game}.${lesson.id}`, course, lesson] as const));

test.each(LOCALES)("every lesson has its texts in %s, and no others are left over", async (locale) => {
  const catalogue = await loadGroup("learning", locale);
  const wanted = lessons.flatMap(([name, , { steps }]) => [name, ...steps.map(({ id }) => `${name}.${id}`), `${name}.done`]);
  const found = Object.keys(catalogue).filter((key) => key.startsWith("lesson."));
  expect(found.sort()).toEqual(wanted.map((key) => `lesson.${key}`).sort());
});

test("texts of lessons are short", async () => {
  for (const locale of LOCALES) {
    for (const [key, text] of Object.entries(await loadGroup("learning", locale))) {
      if (key.startsWith("lesson.")) expect(text.length, `${locale} ${key}`).toBeLessThan(190);
    }
  }
});

test.each(lessons)("%s teaches a rule of the ledger and points out spots that exist", async (_, course, lesson) => {
  expect(text(`src/kontor/games/${course.game}/data/ledger/en.toml`)).toContain(`id = "${lesson.rule}"`);
  const painter = (await painterOf(course.game)) as Painter;
  const board = json<unknown>(`src/kontor/games/${course.game}/data/boards/${course.setup.board ?? course.game}.json`);
  const position = { piles: [1, 1, 1, 1, 1], ...course.start, ...lesson.start };
  const places = painter.spotMap({ board, position, seats: [] }, 1).spots;
  const pointed = lesson.steps.flatMap(({ spots = [] }) => spots).filter((spot) => !spot.startsWith("held:"));
  for (const spot of pointed) expect(places.has(spot), spot).toBe(true);
  for (const { verbs = [] } of lesson.steps) for (const verb of verbs) expect(painter.icons[verb], verb).toBeDefined();
});

test.each(lessons)("%s opens a practice table with the learner at the first seat", (_, course, lesson) => {
  const { seats, practice, record, setup } = tableOf(course, lesson);
  expect(practice).toBe(true);
  expect(seats?.map(({ kind }) => kind)).toEqual(["human", ...Array.from({ length: course.setup.players - 1 }, () => "agent")]);
  expect(record ?? setup).toBeDefined();
});

function entry(number: number, verb: string, event: Record<string, unknown>, seat = 0): Entry {
  const kind = "move" as const;
  return { number, kind, seat, by: seat === 0 ? "player" : "computer", at: 0, length: null, change: null, words: verb, move: { do: verb }, events: [event] };
}

const LESSON: Lesson = {
  id: "test",
  rule: "HT-PLC-1",
  steps: [
    { id: "read" },
    { id: "place", until: { event: "Placed", facts: { space: "a--b.*" }, times: 2 }, verbs: ["place"] },
    { id: "stop", until: { move: "stop" } },
  ],
};

test("a step ends when it was read or when its event happened, and an undo goes back", () => {
  const read = new Set(["read"]);
  const first = entry(1, "place", { event: "Placed", space: "a--b.1" });
  const second = entry(3, "place", { event: "Placed", space: "a--b.2" });
  const rival = entry(2, "place", { event: "Placed", space: "a--b.3" }, 1);
  const stop = entry(4, "stop", { event: "Stopped" });
  expect(lessonProgress(LESSON, [first], new Set())).toEqual({ step: 0, offTrack: false });
  expect(lessonProgress(LESSON, [first, rival], read)).toEqual({ step: 1, offTrack: false });
  expect(lessonProgress(LESSON, [first, rival, second], read)).toEqual({ step: 2, offTrack: false });
  expect(lessonProgress(LESSON, [first, rival, second, stop], read)).toEqual({ step: 3, offTrack: false });
  expect(lessonProgress(LESSON, [first, rival], read).step).toBe(1);
});

test("a learner who makes another move is off track", () => {
  const elsewhere = entry(1, "place", { event: "Placed", space: "c--d.1" });
  expect(lessonProgress(LESSON, [elsewhere], new Set(["read"]))).toEqual({ step: 1, offTrack: true });
});

const ANY: RuleFilter = { query: "", forPrograms: true };
const COUNTS: Readonly<Record<string, readonly number[]>> = { "hanse-2-3": [2, 3], "hanse-4-5": [4, 5] };
const counts = (_: string, board: string): readonly number[] => COUNTS[board] ?? [];

async function found(game: string, wanted: Partial<RuleFilter>): Promise<string[]> {
  const book = (await rulebook(game, "en")) as Ledger;
  return book.rules.filter((rule) => matchesFilter(rule, { ...ANY, ...wanted }, book, counts)).map(({ id }) => id);
}

test.each(GAMES.flatMap((game) => LOCALES.map((locale) => [game, locale] as const)))("the rules of %s can be read in %s", async (game, locale) => {
  const [book, english] = [(await rulebook(game, locale)) as Ledger, (await rulebook(game, "en")) as Ledger];
  expect(book.rules.map(({ id }) => id)).toEqual(english.rules.map(({ id }) => id));
  if (locale !== "en") for (const [n, { id, text: translated }] of book.rules.entries()) expect(translated, id).not.toBe(english.rules[n]?.text);
  for (const id of Object.keys(english.differences)) {
    if (locale !== "en") expect(book.differences[id]?.topic, id).not.toBe(english.differences[id]?.topic);
  }
  expect(chaptersOf(book.rules).length).toBe(chaptersOf(english.rules).length);
});

test("rules are found by words, edition, board and players", async () => {
  expect(await found("teutonica", { query: "konigsberg special" })).toContain("HT-STP-3");
  expect(await found("teutonica", { query: "ht-dsp-8" })).toContain("HT-DSP-8");
  expect(await found("teutonica", { edition: "first" })).not.toContain("HT-FAV-1");
  expect(await found("teutonica", { board: "hanse-4-5" })).not.toContain("HT-EAS-1");
  expect(await found("teutonica", { board: "hanse-2-3", players: 2 })).toContain("HT-P2P-3");
  expect(await found("teutonica", { board: "hanse-2-3", players: 3 })).not.toContain("HT-P2P-3");
  expect(await found("teutonica", { players: 4 })).toContain("HT-PLC-1");
  expect(await found("hansa", { forPrograms: false })).not.toContain("H-STATE-1");
});

test("a text is split into paragraphs, tables and spans", () => {
  expect(normalized("Königsberg")).toBe("konigsberg");
  expect(blocksOf("Price:\nhere | there\n1 | 2")).toEqual(["Price:", [["here", "there"], ["1", "2"]]]);
  expect(blocksOf("`a` | `b`")).toEqual(["`a` | `b`"]);
  expect(spansOf("see *this*, `code` and HT-DSP-8.").map(({ kind }) => kind)).toEqual(["text", "emphasis", "text", "code", "text", "rule", "text"]);
});

const translators = await Promise.all(LOCALES.map(async (locale) => new Translator(locale, { ...(await loadMessages(locale)), ...(await loadGroup("learning", locale)) })));

test.each(FIXTURES)("everything on the map of %s is explained in every language", async (name) => {
  const { painter, scene } = await shown(name);
  for (const spot of painter.spotMap(scene, 1).spots.keys()) {
    for (const each of translators) expect(painter.explain?.(spot, scene, each), `${each.locale} ${spot}`).toMatch(/^[^{}]{20,}$/);
  }
});

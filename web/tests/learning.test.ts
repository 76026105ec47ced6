import { expect, test } from "vitest";
import type { Entry } from "../src/api/words";
import { COURSES, courseOf, standingOf, tableOf, type Course, type Lesson } from "../src/learning/course";
import { blocksOf, chaptersOf, fits, GAMES, plain, rulebook, spansOf, type Ledger, type Wanted } from "../src/learning/rulebook";
import { load, loadLearning } from "../src/messages/catalogue";
import { LOCALES } from "../src/messages/locales";
import type { Painter } from "../src/board/painter";
import { Translator } from "../src/messages/translator";
import { painterOf } from "../src/painters/registry";
import { FIXTURES, shown } from "./scenes";
import { json, text } from "./setup";

const courses = (await Promise.all(COURSES.map(courseOf))) as Course[];
const lessons = courses.flatMap((course) => course.lessons.map((lesson) => [`${course.game}.${lesson.id}`, course, lesson] as const));

test.each(LOCALES)("every lesson has its texts in %s, and no others are left over", async (locale) => {
  const catalogue = await loadLearning(locale);
  const wanted = lessons.flatMap(([name, , { steps }]) => [name, ...steps.map(({ id }) => `${name}.${id}`), `${name}.done`]);
  const told = Object.keys(catalogue).filter((key) => key.startsWith("lesson."));
  expect(told.sort()).toEqual(wanted.map((key) => `lesson.${key}`).sort());
});

test("texts of lessons are short", async () => {
  for (const locale of LOCALES) {
    for (const [key, words] of Object.entries(await loadLearning(locale))) {
      if (key.startsWith("lesson.")) expect(words.length, `${locale} ${key}`).toBeLessThan(190);
    }
  }
});

test.each(lessons)("%s shows a rule of the ledger and points at places that exist", async (_, course, lesson) => {
  expect(text(`docs/rules/${course.game}.toml`)).toContain(`id = "${lesson.rule}"`);
  const painter = (await painterOf(course.game)) as Painter;
  const board = json<unknown>(`src/kontor/games/${course.game}/boards/${course.setup.board ?? course.game}.json`);
  const position = { piles: [1, 1, 1, 1, 1], ...course.start, ...lesson.start };
  const places = painter.chart({ board, position, seats: [] }, 1).spots;
  const pointed = lesson.steps.flatMap(({ spots = [] }) => spots).filter((spot) => !spot.startsWith("held:"));
  for (const spot of pointed) expect(places.has(spot), spot).toBe(true);
  for (const { verbs = [] } of lesson.steps) for (const verb of verbs) expect(painter.icons[verb], verb).toBeDefined();
});

test.each(lessons)("%s is a table for practice at which the learner sits first", (_, course, lesson) => {
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

test("a learner goes on by reading and by what happens, and an undo leads back", () => {
  const read = new Set(["read"]);
  const first = entry(1, "place", { event: "Placed", space: "a--b.1" });
  const second = entry(3, "place", { event: "Placed", space: "a--b.2" });
  const rival = entry(2, "place", { event: "Placed", space: "a--b.3" }, 1);
  const stop = entry(4, "stop", { event: "Stopped" });
  expect(standingOf(LESSON, [first], new Set())).toEqual({ step: 0, strayed: false });
  expect(standingOf(LESSON, [first, rival], read)).toEqual({ step: 1, strayed: false });
  expect(standingOf(LESSON, [first, rival, second], read)).toEqual({ step: 2, strayed: false });
  expect(standingOf(LESSON, [first, rival, second, stop], read)).toEqual({ step: 3, strayed: false });
  expect(standingOf(LESSON, [first, rival], read).step).toBe(1);
});

test("who does something else has strayed", () => {
  const elsewhere = entry(1, "place", { event: "Placed", space: "c--d.1" });
  expect(standingOf(LESSON, [elsewhere], new Set(["read"]))).toEqual({ step: 1, strayed: true });
});

const ANY: Wanted = { query: "", forPrograms: true };
const COUNTS: Readonly<Record<string, readonly number[]>> = { "hanse-2-3": [2, 3], "hanse-4-5": [4, 5] };
const counts = (_: string, board: string): readonly number[] => COUNTS[board] ?? [];

async function found(game: string, wanted: Partial<Wanted>): Promise<string[]> {
  const book = (await rulebook(game, "en")) as Ledger;
  return book.rules.filter((rule) => fits(rule, { ...ANY, ...wanted }, book, counts)).map(({ id }) => id);
}

test.each(GAMES.flatMap((game) => LOCALES.map((locale) => [game, locale] as const)))("the rules of %s can be read in %s", async (game, locale) => {
  const [book, english] = [(await rulebook(game, locale)) as Ledger, (await rulebook(game, "en")) as Ledger];
  expect(book.rules.map(({ id }) => id)).toEqual(english.rules.map(({ id }) => id));
  if (locale !== "en") for (const [n, { id, text: words }] of book.rules.entries()) expect(words, id).not.toBe(english.rules[n]?.text);
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

test("a text is cut into paragraphs, tables and pieces", () => {
  expect(plain("Königsberg")).toBe("konigsberg");
  expect(blocksOf("Price:\nhere | there\n1 | 2")).toEqual(["Price:", [["here", "there"], ["1", "2"]]]);
  expect(blocksOf("`a` | `b`")).toEqual(["`a` | `b`"]);
  expect(spansOf("see *this*, `code` and HT-DSP-8.").map(({ kind }) => kind)).toEqual(["words", "stress", "words", "code", "words", "rule", "words"]);
});

const words = await Promise.all(LOCALES.map(async (locale) => new Translator(locale, { ...(await load(locale)), ...(await loadLearning(locale)) })));

test.each(FIXTURES)("everything on the map of %s is explained in every language", async (name) => {
  const { painter, scene } = await shown(name);
  for (const spot of painter.chart(scene, 1).spots.keys()) {
    for (const each of words) expect(painter.explain?.(spot, scene, each), `${each.locale} ${spot}`).toMatch(/^[^{}]{20,}$/);
  }
});

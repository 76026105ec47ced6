import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { load, loadLearning, type MessageKey } from "../src/messages/catalogue";
import { LOCALES } from "../src/messages/locales";
import { eventSentence, moveKey, moveSentence } from "../src/messages/narrate";
import { Translator } from "../src/messages/translator";
import type { Painter } from "../src/board/painter";
import { painterOf } from "../src/painters/registry";
import { FIXTURES, shown } from "./scenes";
import { json, text } from "./setup";

interface Node {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { value: readonly Node[] }>>;
}

const LITERAL = 0;

function argumentsOf(nodes: readonly Node[]): Set<string> {
  const found = new Set<string>();
  for (const node of nodes) {
    if (node.type !== LITERAL && node.value) found.add(node.value);
    for (const option of Object.values(node.options ?? {})) {
      for (const name of argumentsOf(option.value)) found.add(name);
    }
  }
  return found;
}

function read(message: string, locale: string): Set<string> {
  return argumentsOf(new IntlMessageFormat(message, locale).getAst() as unknown as Node[]);
}

const translators = await Promise.all(LOCALES.map(async (locale) => new Translator(locale, { ...(await load(locale)), ...(await loadLearning(locale)) })));
const [english] = translators as [Translator, ...Translator[]];
const keys = Object.keys(english.catalogue) as MessageKey[];

describe.each(translators)("the messages of $locale", ({ locale, catalogue }) => {
  test("are complete", () => {
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
  });

  test("are not empty and take the same values as the English ones", () => {
    for (const key of keys) {
      expect(catalogue[key]?.trim(), key).toBeTruthy();
      expect(read(catalogue[key] ?? "", locale), key).toEqual(read(english.catalogue[key] ?? "", "en"));
    }
  });
});

test.each(["teutonica", "hansa"])("every event of %s has a sentence", (game) => {
  const names = [...text(`src/kontor/games/${game}/events.py`).matchAll(/: \("([A-Z]\w+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) expect(english.knows(`${game}.event.${String(name)}`), name).toBe(true);
});

test.each(["teutonica", "hansa"])("every sort of move of %s has a sentence", (game) => {
  const shapes = json<Record<string, string[][]>>("web/fixtures/moves.json")[game] ?? [];
  for (const [verb = "", ...fields] of shapes) {
    const move = { do: verb, ...Object.fromEntries(fields.map((field) => [field, ""])) };
    expect(english.knows(moveKey(game, move)), moveKey(game, move)).toBe(true);
  }
});

test.each([
  ["teutonica", "src/kontor/games/teutonica/endings.py", "ending"],
  ["hansa", "src/kontor/games/hansa/endings.py", "ending"],
])("every ending of %s has a name", (game, path, group) => {
  const endings = /ENDINGS: Final = \(([^)]*)\)/.exec(text(path))?.[1]?.match(/[a-z-]{3,}/g) ?? [];
  expect(endings.length).toBeGreaterThan(0);
  for (const ending of endings) expect(english.knows(`${game}.${group}.${ending}`), ending).toBe(true);
});

test.each([
  ["teutonica", ["__init__", "facts"].map((file) => `src/kontor/games/teutonica/refusals/${file}.py`)],
  ["hansa", ["src/kontor/games/hansa/refusals.py"]],
])("every rule by which %s refuses a move is told", (_, files) => {
  const rules = new Set(files.flatMap((file) => text(file).match(/"HT?-[A-Z0-9]+-[0-9]+"/g) ?? []));
  expect(rules.size).toBeGreaterThan(20);
  for (const rule of rules) expect(english.knows(`rule.${rule.slice(1, -1)}`), rule).toBe(true);
});

test.each(["teutonica", "hansa"])("every sort of move and every question of %s has a name", async (game) => {
  const painter = (await painterOf(game)) as Painter;
  const shapes = json<Record<string, string[][]>>("web/fixtures/moves.json")[game] ?? [];
  const verbs = new Set(shapes.map(([verb = ""]) => verb).filter((verb) => verb !== "chance"));
  const scene = { board: {}, position: {}, seats: [] };
  for (const verb of verbs) {
    expect(painter.icons[verb], verb).toBeDefined();
    if (!painter.closing.includes(verb)) expect(english.knows(`${game}.verb.${verb}`), verb).toBe(true);
    expect(painter.ask(new Set([verb]), scene, english).length, verb).toBeGreaterThan(10);
  }
});

test.each(FIXTURES)("the moves and events of %s are told in every language", async (name) => {
  const { fixture, painter, scene } = await shown(name);
  for (const words of translators) {
    const sentences = [
      ...fixture.moves.map((move) => moveSentence(fixture.setup.game, painter, move, scene, words)),
      ...fixture.events.map((event) => eventSentence(fixture.setup.game, painter, event, scene, words)),
    ];
    for (const sentence of sentences) expect(sentence).toMatch(/^[^{}]{4,}$/);
  }
});

test("a game without a painter is told in its notation", () => {
  const scene = { board: {}, position: {}, seats: [] };
  expect(moveSentence("toy", undefined, { do: "take", count: 2 }, scene, english)).toBe("take 2");
});

/** Protects the messages: every language is complete, and every move, event, ending and refusal has a text. */

import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { loadLearningMessages, loadMessages } from "../src/messages/catalogue";
import type { MessageKey } from "../src/messages/types";
import { LOCALES } from "../src/messages/locales";
import { eventSentence, moveKey, moveSentence } from "../src/messages/sentences";
import { Translator } from "../src/messages/translator";
import type { Painter } from "../src/board/painter";
import { painterOf } from "../src/games/registry";
import { FIXTURES, shown } from "./scenes";
import { json } from "./setup";

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

const translators = await Promise.all(LOCALES.map(async (locale) => new Translator(locale, { ...(await loadMessages(locale)), ...(await loadLearningMessages(locale)) })));
const [english] = translators as [Translator, ...Translator[]];
const keys = Object.keys(english.messages) as MessageKey[];

describe.each(translators)("the messages of $locale", ({ locale, messages }) => {
  test("are complete", () => {
    expect(Object.keys(messages).sort()).toEqual([...keys].sort());
  });

  test("are not empty and take the same values as the English ones", () => {
    for (const key of keys) {
      expect(messages[key]?.trim(), key).toBeTruthy();
      expect(read(messages[key] ?? "", locale), key).toEqual(read(english.messages[key] ?? "", "en"));
    }
  });
});

interface Vocabulary {
  /** The verb and the field names of every kind of move. */
  readonly moves: readonly (readonly string[])[];
  readonly events: readonly string[];
  readonly endings: readonly string[];
  /** The rules by which moves are refused. */
  readonly refusals: readonly string[];
}

const games = Object.entries(json<Record<string, Vocabulary>>("web/fixtures/vocabulary.json"));

describe.each(games)("the messages of %s", (game, { moves, events, endings, refusals }) => {
  test("have a sentence for every event", () => {
    expect(events).toContain("TurnEnded");
    for (const name of events) expect(english.knows(`${game}.event.${name}`), name).toBe(true);
  });

  test("have a sentence for every kind of move", () => {
    expect(moves).toContainEqual(["stop"]);
    for (const [verb = "", ...fields] of moves) {
      const key = moveKey(game, { do: verb, ...Object.fromEntries(fields.map((field) => [field, ""])) });
      expect(english.knows(key), key).toBe(true);
    }
  });

  test("have a name for every ending", () => {
    expect(endings).not.toHaveLength(0);
    for (const ending of endings) expect(english.knows(`${game}.ending.${ending}`), ending).toBe(true);
  });

  test("have a text for every rule by which a move is refused", () => {
    expect(refusals).not.toHaveLength(0);
    for (const rule of refusals) expect(english.knows(`rule.${rule}`), rule).toBe(true);
  });

  test("have a name and a question for every verb", async () => {
    const painter = (await painterOf(game)) as Painter;
    const verbs = new Set(moves.map(([verb = ""]) => verb).filter((verb) => verb !== "chance"));
    const scene = { board: {}, position: {}, seats: [] };
    for (const verb of verbs) {
      expect(painter.icons[verb], verb).toBeDefined();
      expect(painter.closing.includes(verb) || english.knows(`${game}.verb.${verb}`), verb).toBe(true);
      expect(painter.question(new Set([verb]), scene, english).length, verb).toBeGreaterThan(10);
    }
  });
});

test.each(FIXTURES)("the moves and events of %s are sentences in every language", async (name) => {
  const { fixture, painter, scene } = await shown(name);
  for (const i18n of translators) {
    const sentences = [
      ...fixture.moves.map((move) => moveSentence(fixture.setup.game, painter, move, scene, i18n)),
      ...fixture.events.map((event) => eventSentence(fixture.setup.game, painter, event, scene, i18n)),
    ];
    for (const sentence of sentences) expect(sentence).toMatch(/^[^{}]{4,}$/);
  }
});

test("a game without a painter has its moves in notation", () => {
  const scene = { board: {}, position: {}, seats: [] };
  expect(moveSentence("toy", undefined, { do: "take", count: 2 }, scene, english)).toBe("take 2");
});

/** Protects the messages: every language is complete, and every move, event, ending and refusal has a text. */

import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { loadGroup, loadMessages, TEXT_GROUPS } from "../src/messages/catalogue";
import type { MessageKey, Messages } from "../src/messages/types";
import { LOCALES } from "../src/messages/locales";
import { adviceSentence, eventSentence, moveKey, moveSentence } from "../src/messages/sentences";
import { Translator } from "../src/messages/translator";
import type { GameEvent, Painter } from "../src/board/painter";
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

const translators = await Promise.all(
  LOCALES.map(async (locale) => {
    const groups = await Promise.all(TEXT_GROUPS.map((group) => loadGroup(group, locale)));
    return new Translator(locale, Object.assign({}, await loadMessages(locale), ...groups) as Messages);
  }),
);
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

const DISPLACED = { name: "Displaced", facts: { seat: 1, by: 0, kind: "m", space: "hamburg--stade.1" } };
const MOVED = { name: "Put", facts: { seat: 1, kind: "t", space: "hamburg--stade.1" } };

/** The sentence of an event for the reader at one seat, in every language. */
async function toldTo(own: number, event: GameEvent, actor?: number): Promise<string[]> {
  const { painter, scene } = await shown("hanse-4-5.mid");
  const seats = scene.seats.map((seat, n) => ({ ...seat, name: ["Ada", "Ben"][n] ?? seat.name, own: n === own }));
  return translators.map((i18n) => eventSentence("teutonica", painter, event, { ...scene, seats }, i18n, actor));
}

test("own moves and own pieces are told to the reader as such", async () => {
  expect(await toldTo(0, DISPLACED)).toEqual([
    "You displaced Ben’s merchant on Hamburg–Stade 1",
    "Du hast einen Großhändler von Ben auf Hamburg–Stade 1 verdrängt",
    "Vous avez remplacé un négociant de Ben sur Hamburg–Stade 1",
  ]);
  expect(await toldTo(1, DISPLACED)).toEqual([
    "Ada displaced your merchant on Hamburg–Stade 1",
    "Ada hat deinen Großhändler auf Hamburg–Stade 1 verdrängt",
    "Ada a remplacé votre négociant sur Hamburg–Stade 1",
  ]);
  expect((await toldTo(2, DISPLACED))[0]).toBe("Ada displaced Ben’s merchant on Hamburg–Stade 1");
});

test("the mover is told apart from the owner of the piece", async () => {
  expect((await toldTo(0, MOVED, 0))[0]).toBe("You put Ben’s trader on Hamburg–Stade 1");
  expect((await toldTo(1, MOVED, 1))[0]).toBe("You put a trader on Hamburg–Stade 1");
  expect((await toldTo(0, MOVED))[0]).toBe("Ben put a trader on Hamburg–Stade 1");
});

test("the neutral player has phrases of its own", async () => {
  const event = { ...DISPLACED, facts: { ...DISPLACED.facts, seat: "n", kind: "t" } };
  expect(await toldTo(0, event)).toEqual([
    "You displaced a neutral trader on Hamburg–Stade 1",
    "Du hast einen neutralen Händler auf Hamburg–Stade 1 verdrängt",
    "Vous avez remplacé un commerçant neutre sur Hamburg–Stade 1",
  ]);
});

test("an advice says what to do", async () => {
  const { painter, scene } = await shown("hanse-4-5.mid");
  const event = { name: "RouteCreated", facts: { seat: 0, route: "hamburg--stade" } };
  expect(translators.map((i18n) => adviceSentence("teutonica", painter, event, scene, i18n))).toEqual([
    "create the route Hamburg–Stade",
    "die Route Hamburg–Stade einrichten",
    "établir la route Hamburg–Stade",
  ]);
});

test("the owner of a space is the reader, the neutral player or somebody else", async () => {
  const { painter, scene } = await shown("hanse-4-5.mid");
  const spaces = { "hamburg--stade.1": [0, "m"], "hamburg--stade.2": ["n", "t"], "hamburg--stade.3": [1, "t"] };
  const seats = scene.seats.map((seat, n) => ({ ...seat, name: ["Ada", "Ben"][n] ?? seat.name, own: n === 0 }));
  const label = (n: number): string[] =>
    translators.map((i18n) => painter.describe(`space:hamburg--stade.${n}`, { ...scene, seats, position: { spaces } }, i18n));
  expect(label(1)).toEqual(["Hamburg–Stade 1, your merchant", "Hamburg–Stade 1, dein Großhändler", "Hamburg–Stade 1, votre négociant"]);
  expect(label(2)).toEqual(["Hamburg–Stade 2, neutral trader", "Hamburg–Stade 2, neutraler Händler", "Hamburg–Stade 2, commerçant neutre"]);
  expect(label(3)).toEqual(["Hamburg–Stade 3, Ben’s trader", "Hamburg–Stade 3, Händler von Ben", "Hamburg–Stade 3, commerçant de Ben"]);
});

test("French elides before the vowel of a name", () => {
  const french = translators.find(({ locale }) => locale === "fr") as Translator;
  expect(french.t("teutonica.desk", { owner: "Ada" })).toBe("Écritoire d’Ada");
  expect(french.t("teutonica.desk", { owner: "Ben" })).toBe("Écritoire de Ben");
});

test("a game without a painter has its moves in notation", () => {
  const scene = { board: {}, position: {}, seats: [] };
  expect(moveSentence("toy", undefined, { do: "take", count: 2 }, scene, english)).toBe("take 2");
});

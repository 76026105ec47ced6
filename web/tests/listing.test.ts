import { describe, expect, it } from "vitest";
import type { Summary } from "../src/api/types";
import { loadGroup, loadMessages } from "../src/messages/catalogue";
import type { Locale } from "../src/messages/locales";
import { Translator } from "../src/messages/translator";
import { ago, byUrgency, clockText, duration, editionName, merged, tableTitle, timeLeft } from "../src/play/listing";
import { resultText } from "../src/screens/home/results";

const HOUR = 3_600_000;

async function translatorOf(locale: Locale): Promise<Translator> {
  return new Translator(locale, { ...(await loadMessages(locale)), ...(await loadGroup("home", locale)) });
}

function table(id: string, more: Partial<Summary> = {}): Summary {
  const seats = [0, 1].map((seat) => ({ seat, kind: "human" as const, name: `P${seat}`, agent: null, yours: seat === 0, is_bot: false }));
  const empty = { title: "", public: false, host: true, host_person: null, number: 1, to_move: 0, your_turn: false, ended_by: null };
  const times = { created_at: 0, moved_at: 0, ended_at: null, turn: 1, turn_at: 0, time_left: null, clock_rule: null };
  const rest = { rating_min: null, rating_max: null, scores: [3, 7], winners: [], moves: [], moves_since: 0, orders: 0 };
  return { id, setup: { game: "teutonica", board: "hanse-4-5", players: 2 }, seats, ...empty, ...times, ...rest, ...more } as unknown as Summary;
}

describe("running games", () => {
  it("are sorted by turn, then by the time that is left, then by the last move", () => {
    const games = [
      table("waiting", { moved_at: 9 }),
      table("slow", { your_turn: true, time_left: 5 * HOUR }),
      table("free", { your_turn: true, moved_at: 3 }),
      table("newer", { your_turn: true, moved_at: 4 }),
      table("fast", { your_turn: true, time_left: HOUR }),
    ];
    expect(games.sort(byUrgency).map(({ id }) => id)).toEqual(["fast", "slow", "newer", "free", "waiting"]);
  });

  it("have as much time as when they were read, while their player is on vacation", () => {
    const game = table("slow", { time_left: 5 * HOUR, vacation_until: 3 * HOUR });
    expect(timeLeft(game, 0, 2 * HOUR)).toBe(5 * HOUR);
    expect(timeLeft(game, 0, 4 * HOUR)).toBe(4 * HOUR);
    expect(timeLeft(table("fast", { time_left: 5 * HOUR, vacation_until: null }), HOUR, 2 * HOUR)).toBe(4 * HOUR);
    expect(timeLeft(table("free", { vacation_until: null }), 0, HOUR)).toBeNull();
  });

  it("take changes, leave when they end, and go when they are no longer the reader's", () => {
    const before = [table("one"), table("two"), table("three")];
    const { running, ended } = merged(before, [table("one", { your_turn: true }), table("two", { ended_by: "prestige" }), table("new")], ["three"]);
    expect(running.map(({ id }) => id)).toEqual(["one", "new"]);
    expect(ended.map(({ id }) => id)).toEqual(["two"]);
  });
});

describe("texts of lists", async () => {
  const [en, de, fr] = await Promise.all([translatorOf("en"), translatorOf("de"), translatorOf("fr")]);

  it("say times in two units of the language", () => {
    expect(duration(5 * HOUR + 12 * 60_000, "en")).toBe("5 hr 12 min");
    expect(duration(44 * HOUR, "en")).toBe("1 day 20 hr");
    expect(duration(-5, "en")).toBe("0 min");
    expect(duration(44 * HOUR, "de")).toContain("Tag");
    expect(ago(0, 2 * HOUR, "fr")).toContain("2");
  });

  it("name a table by its title, or by its map", () => {
    expect(tableTitle(table("one", { title: "Sunday" }), en)).toBe("Sunday");
    expect(tableTitle(table("one"), de)).not.toContain("hanse");
    expect(editionName({ game: "hansa", players: 3 }, fr)).toBe("3 joueurs");
  });

  it("say the clock and the result", () => {
    expect(clockText(null, en)).toBe("none");
    expect(clockText({ kind: "turn", seconds: 172_800 }, en)).toBe("2 days for each turn");
    expect(clockText({ kind: "budget", seconds: 900, increment: 15 }, de)).toBe("15 Min. + 15 s");
    const seats = [
      { name: "Anneke", colour: "red" as const },
      { name: "Bertram", colour: "blue" as const },
    ];
    expect(resultText(table("one", { winners: [1] }), seats, en)).toBe("ended: Bertram won, 7 : 3");
    expect(resultText(table("one", { winners: [0] }), seats, en)).toBe("ended: you won, 7 : 3");
    expect(resultText(table("one"), seats, fr)).toBe("terminée");
  });
});

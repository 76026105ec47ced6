/** Protects drafts: shown without being sent, sent one after another, dropped when something else has happened. */

import { beforeEach, expect, test, vi } from "vitest";
import { api, Problem } from "../src/api/client";
import type { Entry, Preview, State } from "../src/api/types";
import { Draft } from "../src/play/draft.svelte";
import type { TableStore } from "../src/play/table.svelte";

const state = (number: number, ...words: string[]): State =>
  ({ number, clock: null, undo: null, moves: words.map((each) => ({ words: each, move: { do: each } })) }) as unknown as State;
const preview = (line: string[]): Preview => ({ line, chance: false, refusal: null, state: state(4, "put"), events: [] });

/** A store of which `accept` decides what happens to a move. */
function storeWith(accept: (words: string, store: { latest: State; entries: Entry[] }) => boolean): TableStore & { sent: string[] } {
  const store = {
    id: "table",
    latest: state(4, "lift"),
    entries: [] as Entry[],
    sent: [] as string[],
    move: (words: string) => {
      store.sent.push(words);
      return Promise.resolve(accept(words, store));
    },
  };
  return store as unknown as TableStore & { sent: string[] };
}

const FOLLOWING: Record<string, string> = { lift: "stop", stop: "put", put: "end" };

function advance(words: string, store: { latest: State }): boolean {
  store.latest = state(store.latest.number + 1, FOLLOWING[words] ?? "");
  return true;
}

beforeEach(() => void vi.restoreAllMocks());

test("a draft is shown and not sent, and ends without a trace", () => {
  const store = storeWith(advance);
  const draft = new Draft(store);
  draft.show(preview(["lift", "stop"]));
  expect([draft.state?.number, draft.line, store.sent]).toEqual([4, ["lift", "stop"], []]);
  draft.drop();
  expect([draft.state, draft.line, draft.dropped, store.sent]).toEqual([undefined, [], false, []]);
});

test("its moves are sent one after another, and its state is shown until all are sent", async () => {
  const shown: (number | undefined)[] = [];
  const store = storeWith((words, made) => {
    shown.push(draft.state?.number);
    return advance(words, made);
  });
  const draft = new Draft(store);
  draft.show(preview(["lift", "stop"]));
  await draft.send("put", "space:a");
  expect(store.sent).toEqual(["lift", "stop", "put"]);
  expect(shown).toEqual([4, 4, 4]);
  expect([draft.state, draft.dropped, draft.sending]).toEqual([undefined, false, false]);
});

test("a move that others have overtaken is sent again while it is legal", async () => {
  let overtaken = false;
  const store = storeWith((words, made) => {
    if (words !== "stop" || overtaken) return advance(words, made);
    overtaken = true;
    made.latest = state(made.latest.number + 1, "stop");
    return false;
  });
  const draft = new Draft(store);
  draft.show(preview(["lift", "stop"]));
  await draft.send("put");
  expect([store.sent, draft.dropped]).toEqual([["lift", "stop", "stop", "put"], false]);
});

test("what is no longer legal is not sent, and the reader is told", async () => {
  const store = storeWith((words, made) => {
    if (words === "lift") return advance(words, made);
    made.latest = state(made.latest.number + 1, "income");
    return false;
  });
  const draft = new Draft(store);
  draft.show(preview(["lift", "stop"]));
  await draft.send("put");
  expect([store.sent, draft.dropped, draft.state]).toEqual([["lift", "stop"], true, undefined]);
});

test("a new entry of the log ends a draft with a note", () => {
  const store = storeWith(advance);
  const draft = new Draft(store);
  draft.show(preview(["lift"]));
  draft.noteEntry();
  expect([draft.dropped, draft.state?.number]).toEqual([false, 4]);
  Object.assign(store, { latest: state(5, "income") });
  draft.noteEntry();
  expect([draft.dropped, draft.line]).toEqual([true, []]);
});

test("only the answer to the last request counts, and a failure is no draft", async () => {
  const answers: ((found: Preview[]) => void)[] = [];
  vi.spyOn(api, "previews").mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const draft = new Draft(storeWith(advance));
  const [first, second] = [draft.preview([["lift"]]), draft.preview([["stop"]])];
  answers[1]?.([preview(["stop"])]);
  answers[0]?.([preview(["lift"])]);
  expect([await first, (await second)?.[0]?.line]).toEqual([undefined, ["stop"]]);
  vi.spyOn(api, "previews").mockRejectedValue(new Problem(429, "too-many-requests", ""));
  expect(await draft.preview([["lift"]])).toBeUndefined();
});

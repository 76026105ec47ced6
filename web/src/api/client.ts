/** Asking the server. */

import type {
  Analysis,
  Games,
  GameRecord,
  Hint,
  Message,
  Moved,
  NewTable,
  OpenedTable,
  Person,
  Puzzle,
  PuzzleSummary,
  Solution,
  State,
  Summary,
  Table,
} from "./words";

/** What the server answers when it does not do something; `status` 0 means that it did not answer. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly word: string,
    sentence: string,
    readonly rule?: string,
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(sentence);
  }
}

interface ProblemWords {
  error?: string;
  sentence?: string;
  rule?: string;
  facts?: Record<string, unknown>;
}

const PATIENCE_MS = 15_000;
const GONE = 0;

/** Whether the server could not be reached, or could not do it just now. */
export function isGone(problem: unknown): boolean {
  return problem instanceof Problem && (problem.status === GONE || problem.status >= 500);
}

async function ask<T>(method: string, path: string, content?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      headers: content === undefined ? {} : { "Content-Type": "application/json" },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    throw new Problem(GONE, "gone", "");
  }
  if (!answer.ok) throw await problemOf(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

async function problemOf(answer: Response): Promise<Problem> {
  const words = (await answer.json().catch(() => ({}))) as ProblemWords;
  return new Problem(answer.status, words.error ?? "http", words.sentence ?? answer.statusText, words.rule, words.facts);
}

function query(values: Readonly<Record<string, number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return given.length > 0 ? `?${given.join("&")}` : "";
}

export const api = {
  games: () => ask<Games>("GET", "/games"),
  who: () => ask<Person>("GET", "/session"),
  arrive: (name: string) => ask<Person>("POST", "/session", { name }),
  comeBack: (name: string, password: string) => ask<Person>("POST", "/session", { name, password }),
  keep: (password: string, old?: string) => ask<undefined>("PUT", "/session/password", old === undefined ? { password } : { password, old }),
  tables: async (which: "mine" | "public") => (await ask<{ tables: Summary[] }>("GET", `/tables?which=${which}`)).tables,
  open: (plan: NewTable) => ask<OpenedTable>("POST", "/tables", plan),
  table: (id: string, seat?: number) => ask<Table>("GET", `/tables/${id}${query({ seat })}`),
  at: (id: string, number: number, seat?: number) => ask<State>("GET", `/tables/${id}/at/${number}${query({ seat })}`),
  record: (id: string) => ask<GameRecord>("GET", `/tables/${id}/record`),
  move: (id: string, number: number, move: unknown) => ask<Moved>("POST", `/tables/${id}/moves?state=true`, { number, move }),
  undo: (id: string, number: number, length: number) => ask<Moved>("POST", `/tables/${id}/undo?state=true`, { number, length }),
  hint: (id: string, number: number, seat: number) => ask<Hint>("POST", `/tables/${id}/hint${query({ seat })}`, { number }),
  analyse: (id: string) => ask<Analysis>("POST", `/tables/${id}/analysis`, {}),
  analysis: (id: string) => ask<Analysis>("GET", `/tables/${id}/analysis`),
  puzzles: async () => (await ask<{ puzzles: PuzzleSummary[] }>("GET", "/puzzles")).puzzles,
  puzzle: (id: string) => ask<Puzzle>("GET", `/puzzles/${id}`),
  answer: (id: string, moves: readonly string[]) => ask<Solution>("POST", `/puzzles/${id}/answer`, { moves }),
  say: (id: string, text: string) => ask<Message>("POST", `/tables/${id}/messages`, { text }),
  sit: (id: string, seat: number, invitation?: string) =>
    ask<undefined>("POST", `/tables/${id}/seats/${seat}`, invitation ? { invitation } : {}),
  leave: (id: string, seat: number, agent: string | null) => ask<undefined>("PUT", `/tables/${id}/seats/${seat}`, { agent }),
  invite: async (id: string, seat: number | null) =>
    (await ask<{ invitation: string }>("POST", `/tables/${id}/invitations`, { seat })).invitation,
  watch: (id: string, invitation: string) => ask<undefined>("POST", `/tables/${id}/watchers`, { invitation }),
};

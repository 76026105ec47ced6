/** Requests to the server's API. */

import type {
  SeatOffer,
  Vacation,
  Analysis,
  Games,
  GameRecord,
  Hint,
  Home,
  Message,
  MoveResult,
  NewTable,
  OpenedTable,
  OrderContent,
  Destinations,
  Person,
  Preview,
  Puzzle,
  PuzzleSummary,
  Solution,
  StandingOrders,
  State,
  Summaries,
  Table,
  TurnPlan,
} from "./types";

/** An error answer of the server; `status` 0 means that no answer came. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
    readonly rule?: string,
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(sentence);
  }
}

interface ProblemBody {
  error?: string;
  sentence?: string;
  rule?: string;
  facts?: Record<string, unknown>;
}

const TIMEOUT_MS = 15_000;
const UNREACHABLE = 0;

/** Whether the server could not be reached or failed, so that the request may be repeated. */
export function isUnavailable(problem: unknown): boolean {
  return problem instanceof Problem && (problem.status === UNREACHABLE || problem.status >= 500);
}

/** Send a request and return the content of the answer, or throw a Problem. */
export async function request<T>(method: string, path: string, content?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      headers: content === undefined ? {} : { "Content-Type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new Problem(UNREACHABLE, "unreachable", "");
  }
  if (!answer.ok) throw await problemFrom(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** Send a request that goes on when the page is closed. */
function sendAndLeave(path: string, content: unknown): void {
  const options = { method: "POST", body: JSON.stringify(content), headers: { "Content-Type": "application/json" }, keepalive: true };
  void fetch(`/api${path}`, options).catch(() => undefined);
}

async function problemFrom(answer: Response): Promise<Problem> {
  const body = (await answer.json().catch(() => ({}))) as ProblemBody;
  return new Problem(answer.status, body.error ?? "http", body.sentence ?? answer.statusText, body.rule, body.facts);
}

type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

function query(values: QueryValues): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [`${name}=${encodeURIComponent(value)}`]));
  return given.length > 0 ? `?${given.join("&")}` : "";
}

/** What open tables have to be; an empty text stands for anything. */
export interface TableFilter {
  readonly open?: boolean;
  readonly game?: string;
  readonly board?: string;
  readonly clock?: string;
  readonly rating?: number;
  readonly near?: number;
  readonly limit?: number;
}

const PAGE = 10;

export const api = {
  games: () => request<Games>("GET", "/games"),
  session: () => request<Person | undefined>("GET", "/session?optional=true"),
  createSession: (name: string) => request<Person>("POST", "/session", { name }),
  home: () => request<Home>("GET", "/home"),
  openTables: (filter: TableFilter, cursor?: string) => request<Summaries>("GET", `/tables${query({ which: "open", ...filter, cursor })}`),
  finishedGames: (cursor?: string) => request<Summaries>("GET", `/tables${query({ which: "finished", limit: PAGE, cursor })}`),
  rematch: async (table: string) => (await request<{ table_id: string }>("POST", `/tables/${table}/rematch`, {})).table_id,
  acceptInvitation: (table: string) => request<unknown>("POST", `/invitations/${table}`, {}),
  declineInvitation: (table: string) => request<undefined>("DELETE", `/invitations/${table}`),
  open: (plan: NewTable) => request<OpenedTable>("POST", "/tables", plan),
  table: (id: string, seat?: number) => request<Table>("GET", `/tables/${id}${query({ seat })}`),
  at: (id: string, number: number, seat?: number) => request<State>("GET", `/tables/${id}/at/${number}${query({ seat })}`),
  states: async (id: string, numbers: readonly number[]) =>
    (await request<{ states: State[] }>("GET", `/tables/${id}/states?${numbers.map((number) => `number=${number}`).join("&")}`)).states,
  record: (id: string) => request<GameRecord>("GET", `/tables/${id}/record`),
  move: (id: string, number: number, move: unknown) => request<MoveResult>("POST", `/tables/${id}/moves?state=true`, { number, move }),
  previews: async (id: string, number: number, lines: readonly (readonly unknown[])[], ahead = false) =>
    (await request<{ previews: Preview[] }>("POST", `/tables/${id}/previews`, { number, lines, ahead })).previews,
  orders: (id: string) => request<StandingOrders>("GET", `/tables/${id}/orders`),
  changeOrders: (id: string, content: { version: number; suspended: boolean; default: OrderContent | null }) => request<StandingOrders>("PUT", `/tables/${id}/orders`, content),
  destinations: (id: string, space: string) => request<Destinations>("GET", `/tables/${id}/orders/${encodeURIComponent(space)}`),
  setOrder: (id: string, space: string, content: { version: number; since: number; order: OrderContent }) =>
    request<StandingOrders>("PUT", `/tables/${id}/orders/${encodeURIComponent(space)}`, content),
  removeOrder: (id: string, space: string, version: number) => request<StandingOrders>("DELETE", `/tables/${id}/orders/${encodeURIComponent(space)}${query({ version })}`),
  plan: (id: string) => request<TurnPlan>("GET", `/tables/${id}/plan`),
  setPlan: (id: string, version: number, moves: readonly string[]) => request<TurnPlan>("PUT", `/tables/${id}/plan`, { version, moves }),
  dropPlan: (id: string, version: number) => request<TurnPlan>("DELETE", `/tables/${id}/plan${query({ version })}`),
  moveAndLeave: (id: string, number: number, move: unknown) => sendAndLeave(`/tables/${id}/moves`, { number, move }),
  undo: (id: string, number: number, length: number) => request<MoveResult>("POST", `/tables/${id}/undo?state=true`, { number, length }),
  hint: (id: string, number: number, seat: number) => request<Hint>("POST", `/tables/${id}/hint${query({ seat })}`, { number }),
  analyse: (id: string) => request<Analysis>("POST", `/tables/${id}/analysis`, {}),
  analysis: (id: string) => request<Analysis>("GET", `/tables/${id}/analysis`),
  puzzles: async () => (await request<{ puzzles: PuzzleSummary[] }>("GET", "/puzzles")).puzzles,
  puzzle: (id: string) => request<Puzzle>("GET", `/puzzles/${id}`),
  answer: (id: string, moves: readonly string[]) => request<Solution>("POST", `/puzzles/${id}/answer`, { moves }),
  sendMessage: (id: string, text: string) => request<Message>("POST", `/tables/${id}/messages`, { text }),
  sit: (id: string, seat: number, invitation?: string) =>
    request<undefined>("POST", `/tables/${id}/seats/${seat}`, invitation ? { invitation } : {}),
  leave: (id: string, seat: number, agent: string | null) => request<undefined>("PUT", `/tables/${id}/seats/${seat}`, { agent }),
  seatOffer: (id: string, seat: number) => request<SeatOffer>("GET", `/tables/${id}/seats/${seat}/offer`),
  offerSeat: async (id: string, seat: number) => (await request<{ invitation: string }>("POST", `/tables/${id}/seats/${seat}/offer`, {})).invitation,
  offerSeatTo: (id: string, seat: number, to: string) => request<unknown>("POST", `/tables/${id}/seats/${seat}/offer`, { to }),
  withdrawSeat: (id: string, seat: number) => request<undefined>("DELETE", `/tables/${id}/seats/${seat}/offer`),
  replaceAbsent: (id: string, number: number, agree: boolean) => request<unknown>("POST", `/tables/${id}/absence`, { number, agree }),
  beginVacation: (until: number) => request<Vacation>("POST", "/vacation", { until }),
  endVacation: () => request<undefined>("DELETE", "/vacation"),
  invite: async (id: string, seat: number | null) =>
    (await request<{ invitation: string }>("POST", `/tables/${id}/invitations`, { seat })).invitation,
  watch: (id: string, invitation: string) => request<undefined>("POST", `/tables/${id}/watchers`, { invitation }),
};

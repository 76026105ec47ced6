/** The rules of a game in the reader's language, from the ledger that the tests use. */

import type { Locale } from "../messages/locales";

export interface LedgerRule {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly editions?: readonly string[] | undefined;
  readonly boards?: readonly string[] | undefined;
  readonly modules?: readonly string[] | undefined;
  readonly see?: readonly string[] | undefined;
  /** Not a rule of the game. */
  readonly forPrograms?: boolean;
}

/** Something that is not the same in every edition. */
export interface LedgerDifference {
  readonly topic: string;
  readonly editions: Readonly<Record<string, string>>;
}

export interface Ledger {
  readonly game: string;
  readonly editions: readonly string[];
  readonly rules: readonly LedgerRule[];
  /** Modules, and for how many players alone they are. */
  readonly modules: readonly { readonly id: string; readonly players?: number }[];
  /** By the ids that rules refer to. */
  readonly differences: Readonly<Record<string, LedgerDifference>>;
}

export interface Translation {
  readonly language: string;
  readonly section: Readonly<Record<string, string>>;
  readonly rule: Readonly<Record<string, string>>;
  readonly difference: Readonly<Record<string, LedgerDifference>>;
}

/** Which rules a reader wants to see; what is undefined does not matter. */
export interface Wanted {
  readonly query: string;
  readonly edition?: string | undefined;
  readonly board?: string | undefined;
  readonly players?: number | undefined;
  readonly forPrograms: boolean;
}

/** For how many players a board of an edition is. */
export type Counts = (edition: string, board: string) => readonly number[];

export interface Chapter {
  readonly title: string;
  readonly rules: readonly LedgerRule[];
}

const FILES = import.meta.glob<{ default: unknown }>([
  "../../../docs/rules/{teutonica,hansa}.toml",
  "../../../docs/rules/{de,fr}/{teutonica,hansa}.toml",
]);

/** The games whose rules can be read. */
export const GAMES = ["teutonica", "hansa"] as const;

async function read<T>(path: string): Promise<T | undefined> {
  const file = await FILES[`../../../docs/rules/${path}.toml`]?.();
  return file?.default as T | undefined;
}

/** The rules of a game in a language. */
export async function rulebook(game: string, locale: Locale): Promise<Ledger | undefined> {
  const [ledger, translation] = await Promise.all([read<Ledger>(game), read<Translation>(`${locale}/${game}`)]);
  if (!ledger || !translation) return ledger;
  const said = (rule: LedgerRule): LedgerRule => ({
    ...rule,
    text: translation.rule[rule.id] ?? rule.text,
    section: translation.section[rule.section] ?? rule.section,
  });
  return { ...ledger, rules: ledger.rules.map(said), differences: { ...ledger.differences, ...translation.difference } };
}

/** A text as it is compared: without capitals and accents. */
export function plain(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

function isFor({ modules = [] }: LedgerRule, { players }: Wanted, book: Ledger): boolean {
  if (players === undefined) return true;
  const limits = book.modules.filter(({ id }) => modules.includes(id)).map((module) => module.players);
  return limits.length === 0 || limits.some((limit) => limit === undefined || limit === players);
}

function isOn(rule: LedgerRule, wanted: Wanted, book: Ledger, counts: Counts): boolean {
  const boards = (rule.boards ?? [wanted.board]).filter((board) => !wanted.board || board === wanted.board);
  if (rule.boards && boards.length === 0) return false;
  const { players } = wanted;
  if (players === undefined) return true;
  const editions = (rule.editions ?? book.editions).filter((edition) => !wanted.edition || edition === wanted.edition);
  const known = boards.flatMap((board) => (board ? editions.map((edition) => counts(edition, board)) : []));
  return known.length === 0 || known.some((numbers) => numbers.includes(players));
}

/** Whether a rule is among those a reader wants to see. */
export function fits(rule: LedgerRule, wanted: Wanted, book: Ledger, counts: Counts): boolean {
  if (rule.forPrograms && !wanted.forPrograms) return false;
  if (wanted.edition && rule.editions && !rule.editions.includes(wanted.edition)) return false;
  if (!isOn(rule, wanted, book, counts) || !isFor(rule, wanted, book)) return false;
  const text = plain(`${rule.id} ${rule.section} ${rule.text}`);
  return plain(wanted.query).split(/\s+/).every((word) => text.includes(word));
}

/** Rules by their sections, in the order of the ledger. */
export function chaptersOf(rules: readonly LedgerRule[]): Chapter[] {
  const chapters = new Map<string, LedgerRule[]>();
  for (const rule of rules) chapters.set(rule.section, [...(chapters.get(rule.section) ?? []), rule]);
  return [...chapters].map(([title, among]) => ({ title: title.replaceAll("`", ""), rules: among }));
}

/** A piece of a rule's text: words, a name of the interchange, something stressed, or a reference to another rule. */
export interface Span {
  readonly kind: "words" | "code" | "stress" | "strong" | "rule";
  readonly text: string;
}

const PIECES = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\b(HT?-[A-Z0-9]+-(?:\d+|[A-H])\b)/g;

/** The pieces of a line of a rule's text. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of line.matchAll(PIECES)) {
    const [, code, strong, stress, rule] = match;
    if (match.index > from) spans.push({ kind: "words", text: line.slice(from, match.index) });
    from = match.index + match[0].length;
    if (code !== undefined) spans.push({ kind: "code", text: code });
    else if (strong !== undefined) spans.push({ kind: "strong", text: strong });
    else if (stress !== undefined) spans.push({ kind: "stress", text: stress });
    else spans.push({ kind: "rule", text: rule ?? "" });
  }
  if (from < line.length) spans.push({ kind: "words", text: line.slice(from) });
  return spans;
}

/** A paragraph, or the rows of a table, the first of which is its head. */
export type Block = string | readonly (readonly string[])[];

const CELL = " | ";

/** A rule's text as paragraphs and tables. */
export function blocksOf(text: string): Block[] {
  const lines = text.split("\n");
  const isRow = (n: number): boolean => lines[n]?.includes(CELL) === true && lines.length > 1;
  const blocks: Block[] = [];
  lines.forEach((line, n) => {
    const last = blocks.at(-1);
    if (!isRow(n)) blocks.push(line);
    else if (isRow(n - 1) && Array.isArray(last)) blocks[blocks.length - 1] = [...last, line.split(CELL)];
    else blocks.push([line.split(CELL)]);
  });
  return blocks;
}

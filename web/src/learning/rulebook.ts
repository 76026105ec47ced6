/** The rule book of a game in the chosen language, from the ledger in the data of its Python package. */

import { compareGames } from "../games/registry";
import type { Locale } from "../messages/locales";

export interface LedgerRule {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly editions?: readonly string[] | undefined;
  readonly boards?: readonly string[] | undefined;
  readonly modules?: readonly string[] | undefined;
  readonly see?: readonly string[] | undefined;
  /** A rule for programs, not for players. */
  readonly forPrograms?: boolean;
}

/** A topic on which editions differ: the text of each edition by its id. */
export interface LedgerDifference {
  readonly topic: string;
  readonly editions: Readonly<Record<string, string>>;
}

export interface Ledger {
  readonly game: string;
  readonly editions: readonly string[];
  readonly rules: readonly LedgerRule[];
  /** Modules, and the only number of players they are for. */
  readonly modules: readonly { readonly id: string; readonly players?: number }[];
  /** Differences between editions by the ids that rules refer to. */
  readonly differences: Readonly<Record<string, LedgerDifference>>;
}

export interface Translation {
  readonly language: string;
  readonly section: Readonly<Record<string, string>>;
  readonly rule: Readonly<Record<string, string>>;
  readonly difference: Readonly<Record<string, LedgerDifference>>;
}

/** The filter of the rule book; undefined fields do not restrict it. */
export interface RuleFilter {
  readonly query: string;
  readonly edition?: string | undefined;
  readonly board?: string | undefined;
  readonly players?: number | undefined;
  readonly forPrograms: boolean;
}

/** The numbers of players a board of an edition is for. */
export type Counts = (edition: string, board: string) => readonly number[];

export interface Chapter {
  readonly title: string;
  readonly rules: readonly LedgerRule[];
}

const FOLDER = "../../../src/kontor/games";
const RULES = import.meta.glob<Ledger>("../../../src/kontor/games/*/data/ledger/en.toml", { import: "default" });
const TRANSLATIONS = import.meta.glob<Translation>(
  ["../../../src/kontor/games/*/data/ledger/*.toml", "!../../../src/kontor/games/*/data/ledger/en.toml"],
  { import: "default" },
);

/** The games whose rules can be read. */
export const GAMES = Object.keys(RULES)
  .map((path) => path.slice(FOLDER.length + 1).replace(/\/.*$/, ""))
  .sort(compareGames);

/** The rules of a game in a language. */
export async function rulebook(game: string, locale: Locale): Promise<Ledger | undefined> {
  const [ledger, translation] = await Promise.all([
    RULES[`${FOLDER}/${game}/data/ledger/en.toml`]?.(),
    TRANSLATIONS[`${FOLDER}/${game}/data/ledger/${locale}.toml`]?.(),
  ]);
  if (!ledger || !translation) return ledger;
  const translated = (rule: LedgerRule): LedgerRule => ({
    ...rule,
    text: translation.rule[rule.id] ?? rule.text,
    section: translation.section[rule.section] ?? rule.section,
  });
  return { ...ledger, rules: ledger.rules.map(translated), differences: { ...ledger.differences, ...translation.difference } };
}

/** A text for comparing: in lower case and without accents. */
export function normalized(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

function matchesPlayers({ modules = [] }: LedgerRule, { players }: RuleFilter, book: Ledger): boolean {
  if (players === undefined) return true;
  const limits = book.modules.filter(({ id }) => modules.includes(id)).map((module) => module.players);
  return limits.length === 0 || limits.some((limit) => limit === undefined || limit === players);
}

function matchesBoard(rule: LedgerRule, wanted: RuleFilter, book: Ledger, counts: Counts): boolean {
  const boards = (rule.boards ?? [wanted.board]).filter((board) => !wanted.board || board === wanted.board);
  if (rule.boards && boards.length === 0) return false;
  const { players } = wanted;
  if (players === undefined) return true;
  const editions = (rule.editions ?? book.editions).filter((edition) => !wanted.edition || edition === wanted.edition);
  const known = boards.flatMap((board) => (board ? editions.map((edition) => counts(edition, board)) : []));
  return known.length === 0 || known.some((numbers) => numbers.includes(players));
}

/** Whether a rule passes the filter. */
export function matchesFilter(rule: LedgerRule, wanted: RuleFilter, book: Ledger, counts: Counts): boolean {
  if (rule.forPrograms && !wanted.forPrograms) return false;
  if (wanted.edition && rule.editions && !rule.editions.includes(wanted.edition)) return false;
  if (!matchesBoard(rule, wanted, book, counts) || !matchesPlayers(rule, wanted, book)) return false;
  const text = normalized(`${rule.id} ${rule.section} ${rule.text}`);
  return normalized(wanted.query).split(/\s+/).every((word) => text.includes(word));
}

/** Group rules by section, in the order of the ledger. */
export function chaptersOf(rules: readonly LedgerRule[]): Chapter[] {
  const chapters = new Map<string, LedgerRule[]>();
  for (const rule of rules) chapters.set(rule.section, [...(chapters.get(rule.section) ?? []), rule]);
  return [...chapters].map(([title, among]) => ({ title: title.replaceAll("`", ""), rules: among }));
}

/** A part of a line of a rule: text, code, emphasis, or a reference to another rule. */
export interface Span {
  readonly kind: "text" | "code" | "emphasis" | "strong" | "rule";
  readonly text: string;
}

const MARKUP = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\b([A-Z]{1,3}-[A-Z0-9]+-(?:\d+|[A-H])\b)/g;

/** Split a line of a rule's text into spans. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of line.matchAll(MARKUP)) {
    const [, code, strong, emphasis, rule] = match;
    if (match.index > from) spans.push({ kind: "text", text: line.slice(from, match.index) });
    from = match.index + match[0].length;
    if (code !== undefined) spans.push({ kind: "code", text: code });
    else if (strong !== undefined) spans.push({ kind: "strong", text: strong });
    else if (emphasis !== undefined) spans.push({ kind: "emphasis", text: emphasis });
    else spans.push({ kind: "rule", text: rule ?? "" });
  }
  if (from < line.length) spans.push({ kind: "text", text: line.slice(from) });
  return spans;
}

/** A paragraph, or the rows of a table, the first of which is its head. */
export type Block = string | readonly (readonly string[])[];

const CELL = " | ";

/** Split a rule's text into paragraphs and tables. */
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

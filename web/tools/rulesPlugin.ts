/** Imports the rules ledger and its translations into the client. */

import { parse } from "smol-toml";
import type { Plugin } from "vite";
import type { Ledger, LedgerDifference, LedgerRule, Translation } from "../src/learning/rulebook.ts";

interface Rule extends LedgerRule {
  readonly source: readonly string[];
}

type Difference = Readonly<Record<string, string>> & { readonly id: string; readonly topic: string };

interface LedgerFile {
  readonly game: string;
  readonly editions?: readonly string[];
  readonly rule: readonly Rule[];
  readonly module?: readonly { id: string; boards?: string }[];
  readonly difference?: readonly Difference[];
}

interface TranslationFile extends Omit<Translation, "difference"> {
  readonly difference?: Readonly<Record<string, Difference>>;
}

const FOR_PROGRAMS = "project";

function ruleOf({ id, section, text, editions, boards, modules, see, source }: Rule): LedgerRule {
  const forPrograms = source.every((word) => word === FOR_PROGRAMS);
  return { id, section, text, editions, boards, modules, see, ...(forPrograms ? { forPrograms } : {}) };
}

function moduleOf({ id, boards = "" }: { id: string; boards?: string }): Ledger["modules"][number] {
  const players = /exactly (\d)/.exec(boards)?.[1];
  return { id, ...(players ? { players: Number(players) } : {}) };
}

/** A difference with one text per edition; TOML keys write the ids of editions with underscores. */
function differenceOf({ id, topic, source, ...texts }: Difference): LedgerDifference {
  void [id, source];
  return { topic, editions: Object.fromEntries(Object.entries(texts).map(([edition, text]) => [edition.replaceAll("_", "-"), text])) };
}

function ledgerOf({ game, editions = [], rule, module = [], difference = [] }: LedgerFile): Ledger {
  const differences = Object.fromEntries(difference.map((each) => [each.id, differenceOf(each)]));
  return { game, editions, rules: rule.map(ruleOf), modules: module.map(moduleOf), differences };
}

function translationOf({ language, section, rule, difference = {} }: TranslationFile): Translation {
  return { language, section, rule, difference: Object.fromEntries(Object.entries(difference).map(([id, each]) => [id, differenceOf(each)])) };
}

function isLedger(content: unknown): content is LedgerFile {
  return Array.isArray((content as { rule?: unknown }).rule);
}

/** A Vite plugin that imports the rules ledger and its translations, reduced to what the client shows. */
export function rules(): Plugin {
  return {
    name: "rules",
    transform(text, id) {
      if (!id.endsWith(".toml")) return undefined;
      const content: unknown = parse(text);
      const shown: Ledger | Translation = isLedger(content) ? ledgerOf(content) : translationOf(content as TranslationFile);
      return { code: `export default ${JSON.stringify(shown)};`, map: null };
    },
  };
}

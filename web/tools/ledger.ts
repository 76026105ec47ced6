/** Lets the client read the rules ledger and its translations; of the ledger, what readers are shown. */

import { parse } from "smol-toml";
import type { Plugin } from "vite";
import type { Ledger, LedgerDifference, LedgerRule, Translation } from "../src/learning/rulebook.ts";

interface Rule extends LedgerRule {
  readonly source: readonly string[];
}

interface Difference {
  readonly id: string;
  readonly topic: string;
  readonly first?: string;
  readonly second?: string;
  readonly big_box?: string;
}

interface File {
  readonly game: string;
  readonly editions?: readonly string[];
  readonly rule: readonly Rule[];
  readonly module?: readonly { id: string; boards?: string }[];
  readonly difference?: readonly Difference[];
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

function differenceOf({ topic, first = "–", second = "–", big_box = "–" }: Omit<Difference, "id">): LedgerDifference {
  return { topic, editions: { first, second, "big-box": big_box } };
}

function shown({ game, editions = [], rule, module = [], difference = [] }: File): Ledger {
  const differences = Object.fromEntries(difference.map(({ id, ...told }) => [id, differenceOf(told)]));
  return { game, editions, rules: rule.map(ruleOf), modules: module.map(moduleOf), differences };
}

function translated({ language, section, rule, difference = {} }: Omit<Translation, "difference"> & { difference?: Record<string, Difference> }): Translation {
  return { language, section, rule, difference: Object.fromEntries(Object.entries(difference).map(([id, told]) => [id, differenceOf(told)])) };
}

function isLedger(content: unknown): content is File {
  return Array.isArray((content as { rule?: unknown }).rule);
}

/** A plugin by which files of the ledger can be imported. */
export function ledger(): Plugin {
  return {
    name: "ledger",
    transform(text, id) {
      if (!id.endsWith(".toml")) return undefined;
      const content: unknown = parse(text);
      const told: Ledger | Translation = isLedger(content) ? shown(content) : translated(content as Parameters<typeof translated>[0]);
      return { code: `export default ${JSON.stringify(told)};`, map: null };
    },
  };
}

/** Lets the client read the rules ledger and its translations; of the ledger, what readers are shown. */

import { parse } from "smol-toml";
import type { Plugin } from "vite";
import type { Ledger, LedgerRule, Translation } from "../src/learning/rulebook.ts";

interface Rule extends LedgerRule {
  readonly source: readonly string[];
}

interface File {
  readonly game: string;
  readonly editions?: readonly string[];
  readonly rule: readonly Rule[];
  readonly module?: readonly { id: string; boards?: string }[];
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

function shown({ game, editions = [], rule, module = [] }: File): Ledger {
  return { game, editions, rules: rule.map(ruleOf), modules: module.map(moduleOf) };
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
      const told: Ledger | Translation = isLedger(content) ? shown(content) : (content as Translation);
      return { code: `export default ${JSON.stringify(told)};`, map: null };
    },
  };
}

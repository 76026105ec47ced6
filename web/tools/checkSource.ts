/** Checks the structure of `src`: no import cycles, and no game named outside its own folder. Run by `npm run check`. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, resolve, sep } from "node:path";
import ts from "typescript";

/** Texts of source files by their paths. */
type Sources = ReadonlyMap<string, string>;

const SUFFIXES = ["", ".ts", ".d.ts", ".svelte.ts", "/index.ts", ".svelte"];
const GLOB = /import\.meta\.glob(?:<[^(]*>)?\(\s*(\[[^\]]*\]|"[^"]*")/g;

/** The script of a source file: all of it, or the script elements of a component. */
function scriptOf(path: string, text: string): string {
  if (!path.endsWith(".svelte")) return text;
  return [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script).join("\n");
}

/** The files of a folder by path, with their texts. */
function sourcesIn(folder: string): Sources {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.(ts|js|svelte|css|svg|json)$/.test(path));
  const paths = names.map((path) => path.split(sep).join("/"));
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

function importsOf(path: string, text: string, sources: Sources): string[] {
  const script = scriptOf(path, text);
  const dynamic = path.endsWith(".svelte") ? [...text.matchAll(/import\("([^"]+)"\)/g)].map(([, name = ""]) => name) : [];
  const named = [...ts.preProcessFile(script).importedFiles.map(({ fileName }) => fileName), ...dynamic];
  const found = named.filter((name) => name.startsWith(".")).flatMap((name) => {
    const base = normalize(join(dirname(path), name.replace(/\?.*$/, ""))).split(sep).join("/");
    return SUFFIXES.map((suffix) => base + suffix).filter((candidate) => sources.has(candidate)).slice(0, 1);
  });
  return [...found, ...globbedBy(path, script, sources)];
}

function globbedBy(path: string, script: string, sources: Sources): string[] {
  const patterns = [...script.matchAll(GLOB)].flatMap(([, list = ""]) => [...list.matchAll(/"([^"!][^"]*)"/g)].map(([, pattern = ""]) => pattern));
  return patterns.flatMap((pattern) => {
    const base = normalize(join(dirname(path), pattern)).split(sep).join("/");
    const matcher = new RegExp(`^${base.replace(/[.+]/g, "\\$&").replaceAll("*", "[^/]*")}$`);
    return [...sources.keys()].filter((each) => matcher.test(each) && each !== path);
  });
}

/** The import cycles of a folder, each as the files on it. */
export function cyclesIn(sources: Sources): string[][] {
  const imports = new Map([...sources].filter(([path]) => /\.(ts|js|svelte)$/.test(path)).map(([path, text]) => [path, importsOf(path, text, sources)]));
  const done = new Set<string>();
  const [trail, cycles]: [string[], string[][]] = [[], []];
  const visit = (path: string): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path]);
    if (done.has(path) || trail.includes(path)) return;
    trail.push(path);
    for (const next of imports.get(path) ?? []) visit(next);
    trail.pop();
    done.add(path);
  };
  for (const path of imports.keys()) visit(path);
  return cycles;
}

/** The lines of shared files that name a game; the texts of messages may, their keys may not. */
export function gameNamesIn(sources: Sources): string[] {
  const games = [...new Set([...sources.keys()].flatMap((path) => /^games\/([^/]+)\//.exec(path)?.[1] ?? []))];
  const name = new RegExp(`(?<![a-z])(${games.join("|")})(?![a-z])`, "i");
  const shared = [...sources].filter(([path]) => !games.some((game) => path.startsWith(`games/${game}/`)) && path !== "api/schema.d.ts");
  return shared.flatMap(([path, text]) =>
    text.split("\n").flatMap((line, n) => {
      const checked = path.endsWith(".json") ? (/^\s*"([^"]*)"/.exec(line)?.[1] ?? "") : line;
      return name.test(`${path}: ${checked}`) ? [`${path}:${n + 1}: ${line.trim()}`] : [];
    }),
  );
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  const folder = resolve(import.meta.dirname, "../src");
  const sources = sourcesIn(folder);
  const problems = [
    ...cyclesIn(sources).map((cycle) => `Import cycle: ${cycle.join(" -> ")}`),
    ...gameNamesIn(sources).map((line) => `A game is named in shared code: ${relative(process.cwd(), folder)}/${line}`),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

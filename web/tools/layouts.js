// Computes the stored part of maps, the positions of names and signs and the scenery: `npm run layouts`, with ids of boards for those only.

import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { runnerImport } from "vite";

const CLIENT_GAMES = new URL("../src/games/", import.meta.url);
const GAMES = new URL("../../src/kontor/games/", import.meta.url);
const MODULE = "computedMaps.ts";
const wanted = process.argv.slice(2);

function isFlat(list) {
  return list.every((item) => typeof item !== "object" || (Array.isArray(item) && item.every((part) => typeof part !== "object")));
}

/** JSON with one line for every field and for every list of points. */
function formatted(value, indent = "") {
  const inside = `${indent} `;
  if (Array.isArray(value)) {
    if (isFlat(value)) return JSON.stringify(value);
    return `[\n${value.map((item) => inside + formatted(item, inside)).join(",\n")}\n${indent}]`;
  }
  if (typeof value !== "object" || Object.values(value).every((part) => typeof part !== "object")) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, part]) => `${inside}${JSON.stringify(key)}: ${formatted(part, inside)}`);
  return `{\n${fields.join(",\n")}\n${indent}}`;
}

async function boardsOf(game) {
  const folder = new URL(`${game}/data/boards/`, GAMES);
  const ids = (await readdir(folder)).map((name) => name.replace(".json", ""));
  const chosen = ids.filter((id) => wanted.length === 0 || wanted.includes(id));
  const boards = chosen.map(async (id) => [id, JSON.parse(await readFile(new URL(`${id}.json`, folder), "utf8"))]);
  return Object.fromEntries(await Promise.all(boards));
}

async function writeMaps(game) {
  const { module } = await runnerImport(new URL(`${game}/${MODULE}`, CLIENT_GAMES).pathname, { logLevel: "error" });
  for (const [name, content] of Object.entries(module.computedMaps(await boardsOf(game)))) {
    await writeFile(new URL(`${game}/data/maps/${name}`, GAMES), `${formatted(content)}\n`);
    console.log(name);
  }
}

const games = (await readdir(CLIENT_GAMES)).filter((game) => existsSync(new URL(`${game}/${MODULE}`, CLIENT_GAMES)));
for (const game of games) await writeMaps(game);

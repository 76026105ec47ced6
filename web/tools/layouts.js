// Computes the positions of names and signs on the boards of games that store them: `npm run layouts`, with ids of boards for those only.

import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { runnerImport } from "vite";

const LETTERINGS = [1, 1.2];
const ROUNDS = 6000;
const CLIENT_GAMES = new URL("../src/games/", import.meta.url);
const GAMES = new URL("../../src/kontor/games/", import.meta.url);
const wanted = process.argv.slice(2);

function lines(places) {
  const rows = [...places].map(([key, at]) => `  "${key}": ${JSON.stringify(at.map(Math.round))}`);
  return `{\n${rows.join(",\n")}\n }`;
}

async function writeLayouts(game) {
  const folder = new URL(`${game}/`, CLIENT_GAMES);
  const { module } = await runnerImport(new URL("layout.ts", folder).pathname, { logLevel: "error" });
  const files = (await readdir(new URL("layouts/", folder))).filter((name) => name.endsWith(".json"));
  const stored = files.map((name) => name.replace(".json", ""));
  for (const id of wanted.length > 0 ? wanted : stored) {
    const board = JSON.parse(await readFile(new URL(`${game}/data/boards/${id}.json`, GAMES), "utf8"));
    const parts = LETTERINGS.map((size) => ` "${size}": ${lines(module.findPlaces(board, size, ROUNDS))}`);
    await writeFile(new URL(`layouts/${id}.json`, folder), `{\n${parts.join(",\n")}\n}\n`);
    console.log(id);
  }
}

const games = (await readdir(CLIENT_GAMES)).filter((game) => existsSync(new URL(`${game}/layouts/`, CLIENT_GAMES)));
for (const game of games) await writeLayouts(game);

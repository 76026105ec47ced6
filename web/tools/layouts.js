// Finds places for everything on the maps of Hansa Teutonica and keeps them: `npm run layouts`, with names of boards for those only.

import { readFile, writeFile } from "node:fs/promises";
import { runnerImport } from "vite";

const BOARDS = ["hanse-4-5", "hanse-2-3", "east-3-5", "britannia-2-3", "britannia-4-5"];
const LETTERINGS = [1, 1.2];
const SHAKES = 6000;
const PAINTER = new URL("../src/painters/teutonica/", import.meta.url);
const GAMES = new URL("../../src/kontor/games/teutonica/boards/", import.meta.url);

const { module } = await runnerImport(new URL("layout.ts", PAINTER).pathname, { logLevel: "error" });

function lines(places) {
  const rows = [...places].map(([key, at]) => `  "${key}": ${JSON.stringify(at.map(Math.round))}`);
  return `{\n${rows.join(",\n")}\n }`;
}

const wanted = process.argv.slice(2);
for (const id of wanted.length > 0 ? wanted : BOARDS) {
  const board = JSON.parse(await readFile(new URL(`${id}.json`, GAMES), "utf8"));
  const parts = LETTERINGS.map((size) => ` "${size}": ${lines(module.surveyed(board, size, SHAKES))}`);
  await writeFile(new URL(`layouts/${id}.json`, PAINTER), `{\n${parts.join(",\n")}\n}\n`);
  console.log(id);
}

/** Copies of practice tables in the browser, so that lessons and puzzles opened before can be read without a network. */

import type { NewTable, Solution, Table } from "../api/types";

const CACHE = "kontor-practice";
const MOST_COPIES = 60;

/** The address under which a copy is stored; it is never requested. */
async function addressOf(request: NewTable): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(request)));
  return `/practice/${[...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const solutionAddress = (puzzle: string): string => `/practice/solution/${puzzle}`;

/** Store something; the oldest copies give way. */
async function keep(address: string, content: Table | Solution): Promise<void> {
  if (!("caches" in globalThis)) return;
  const cache = await caches.open(CACHE);
  await cache.put(address, new Response(JSON.stringify(content)));
  const stored = await cache.keys();
  for (const each of stored.slice(0, Math.max(0, stored.length - MOST_COPIES))) await cache.delete(each);
}

async function stored<T>(address: string): Promise<T | undefined> {
  if (!("caches" in globalThis)) return undefined;
  const found = await (await caches.open(CACHE)).match(address);
  return (await found?.json()) as T | undefined;
}

/** Keep the first state of a practice table. */
export async function keepCopy(request: NewTable, table: Table): Promise<void> {
  await keep(await addressOf(request), table);
}

/** The copy of a practice table, if there is one. */
export async function copyOf(request: NewTable): Promise<Table | undefined> {
  return stored<Table>(await addressOf(request));
}

/** Keep the solution of a puzzle. */
export function keepSolution(puzzle: string, solution: Solution): Promise<void> {
  return keep(solutionAddress(puzzle), solution);
}

/** The solution of a puzzle, if it was shown before. */
export function keptSolution(puzzle: string): Promise<Solution | undefined> {
  return stored<Solution>(solutionAddress(puzzle));
}

/** From a table to a view of it, and tables for practice, which lessons and puzzles open for themselves. */

import { api } from "../api/client";
import type { NewTable, Setup } from "../api/words";
import { painterOf } from "../painters/registry";
import { boardOf, gameOf, setupOf } from "./games.svelte";
import { TableStore } from "./table.svelte";
import { TableView } from "./view.svelte";

/** A view of a table, with the painter and the board of its game. */
export async function viewOf(store: TableStore, setup: Setup): Promise<TableView> {
  const [words, painter] = await Promise.all([gameOf(setup), painterOf(setup.game)]);
  return new TableView(store, painter, boardOf(words, setup), setup.game);
}

/** Open a table for practice, and follow it. */
export async function openPractice(wish: NewTable): Promise<TableView> {
  const table = await api.open(wish);
  const store = new TableStore(table.id);
  const [view] = await Promise.all([viewOf(store, setupOf(table)), store.open()]);
  return view;
}

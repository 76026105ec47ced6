/** Opens views of tables, and the practice tables of lessons and puzzles. */

import { api, isUnavailable } from "../api/client";
import type { NewTable, Setup } from "../api/types";
import { painterOf } from "../games/registry";
import { boardOf, gameOf, setupOf } from "./games.svelte";
import { copyOf, keepCopy } from "./practiceCopies";
import { TableStore } from "./table.svelte";
import { TableView } from "./view.svelte";

/** A view of a table, with the painter and the board of its game. */
export async function viewOf(store: TableStore, setup: Setup): Promise<TableView> {
  const [game, painter] = await Promise.all([gameOf(setup), painterOf(setup.game)]);
  store.opening = painter?.opening ?? [];
  return new TableView(store, painter, boardOf(game, setup), setup.game, game?.components);
}

/** Open a practice table and connect to it; without a network show the copy of one that was opened before. */
export async function openPractice(request: NewTable): Promise<TableView> {
  try {
    const table = await api.open(request);
    const store = new TableStore(table.id);
    const [view] = await Promise.all([viewOf(store, setupOf(table)), store.open()]);
    if (store.table) void keepCopy(request, store.table).catch(() => undefined);
    return view;
  } catch (problem) {
    const copy = isUnavailable(problem) ? await copyOf(request) : undefined;
    if (!copy) throw problem;
    const store = new TableStore(copy.id);
    store.showCopy(copy);
    return viewOf(store, setupOf(copy));
  }
}

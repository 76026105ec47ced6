/** New tables that continue from the moment that a view shows. */

import { api } from "../../api/client";
import type { GameRecord, NewTable, SeatPlan } from "../../api/types";
import { session } from "../../play/session.svelte";
import type { TableView } from "../../play/view.svelte";

const UNKNOWN = "?";

/** The moment cannot be continued, because others still hold secrets in it. */
export class HiddenMoment extends Error {}

/** The record of a table up to a number of moves; with unknown moves there is none. */
export function shortened(record: GameRecord, length: number): NonNullable<NewTable["record"]> {
  const { format, setup, revision, start } = record;
  const moves = record.moves.slice(0, length);
  const hidden = moves.some((words) => words === "" || words.split(" ").includes(UNKNOWN)) || JSON.stringify(start)?.includes(`"${UNKNOWN}"`);
  if (hidden) throw new HiddenMoment();
  return { format, setup, revision, ...(start ? { start } : {}), moves };
}

/** Open a table that continues from the shown moment, and return its id; without seats all of them are the reader's. */
export async function openCopy(view: TableView, seats?: SeatPlan[]): Promise<string> {
  await session.load();
  await session.ensure(undefined);
  const record = shortened(await api.record(view.store.id), view.state.length);
  const practice = seats === undefined;
  const opened = await api.open({ record, ...(seats ? { seats } : {}), title: "", public: false, undo: "own", hints: false, practice });
  return opened.id;
}

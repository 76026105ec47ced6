/** What a table is called. */

import type { Setup } from "../../api/words";
import type { Translator } from "../../messages/translator";
import type { TableView } from "../../play/view.svelte";

/** The title a table was given, or its game and board. */
export function titleOf(setup: Setup, view: TableView, words: Translator): string {
  const given = view.store.table?.title;
  if (given) return given;
  const key = `${setup.game}.title`;
  const game = words.knows(key) ? words.say(key) : setup.game;
  return view.painter ? `${game} · ${view.painter.title(view.board, words)}` : game;
}

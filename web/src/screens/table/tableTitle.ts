/** The title of a table. */

import type { Setup } from "../../api/types";
import type { Translator } from "../../messages/translator";
import type { TableView } from "../../play/view.svelte";

/** The title a table was given, or its game and board. */
export function titleOf(setup: Setup, view: TableView, i18n: Translator): string {
  const given = view.store.table?.title;
  if (given) return given;
  const game = i18n.tOr(`${setup.game}.title`, setup.game);
  return view.painter ? `${game} · ${view.painter.title(view.board, i18n)}` : game;
}

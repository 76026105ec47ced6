/** A setup in a few words: map or game, edition and modules. */

import type { Setup } from "../api/types";
import type { Translator } from "../messages/translator";

/** The map of a setup, or the game where it has a single one, and the edition. */
export function setupText(setup: Setup, i18n: Translator): string {
  const game = i18n.tOr(`${setup.game}.title`, setup.game);
  const board = setup.board ? i18n.tOr(`${setup.game}.board.${setup.board}`, setup.board) : "";
  const edition = setup.edition ? i18n.tOr(`${setup.game}.edition.${setup.edition}`, setup.edition) : "";
  return [game, board, edition].filter(Boolean).join(" · ");
}

/** The modules of a setup. */
export function modulesText(setup: Setup, i18n: Translator): string {
  return i18n.list((setup.modules ?? []).map((module) => i18n.tOr(`${setup.game}.module.${module}`, module)));
}

/** What the parts of a view of a table may use of it: the state that is shown, its moves, and ways to play them. */

import type { Entry, State } from "../api/types";
import type { Painter, Scene } from "../board/painter";
import type { Offer } from "./choices";
import type { Draft } from "./draft.svelte";
import type { TableStore } from "./table.svelte";

export interface ShownTable {
  readonly store: TableStore;
  readonly painter: Painter | undefined;
  readonly draft: Draft;
  readonly state: State;
  readonly scene: Scene;
  /** The entries of the log that still count. */
  readonly line: readonly Entry[];
  readonly offers: readonly Offer[];
  readonly isDraft: boolean;
  readonly isNow: boolean;
  sendDraft(offer: Offer): Promise<void>;
}

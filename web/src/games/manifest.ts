/** What the client has to know of a game before its painter is loaded. */

import type { IconName } from "../parts/icons";

export interface GameManifest {
  /** Games are listed by this number, lowest first. */
  readonly order: number;
  /** The icon of the game in lists of tables. */
  readonly icon: IconName;
}

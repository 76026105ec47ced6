/** Whether this browser has games to show on the home page, so that the right page is shown at once. */

import type { Home } from "../api/types";

const STORAGE_KEY = "kontor.home";

/** Whether this browser has had games before. */
export function hasHome(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== null;
}

/** Remember whether this browser has games. */
export function rememberHome(has: boolean): void {
  if (has) localStorage.setItem(STORAGE_KEY, "yes");
  else localStorage.removeItem(STORAGE_KEY);
}

/** Whether there is anything of the reader's own to show. */
export function isWorthShowing(home: Home): boolean {
  return home.total > 0 || home.finished.tables.length > 0 || home.invitations.length > 0;
}

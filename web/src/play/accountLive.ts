/** The live channel of the account: one socket for all parts of a page that follow it. */

import { Live } from "../api/live";
import type { AccountNews } from "../api/types";

/** A part of the page that follows the account. */
export interface AccountListener {
  /** Something has changed; after `ready` nothing is missed, so that is the moment to read what is shown. */
  news(news: AccountNews): void;
  /** The connection was opened or lost. */
  connected?(open: boolean): void;
  /** Nobody is signed in. */
  refused?(): void;
}

const CLOSING_MS = 2_000;
const listeners = new Set<AccountListener>();
let live: Live<AccountNews> | undefined;
let isReady = false;

/** Follow the account; the returned function ends this. The socket stays a moment for the next page. */
export function followAccount(listener: AccountListener): () => void {
  listeners.add(listener);
  if (!live) live = connect();
  else if (isReady) listener.news({ type: "ready" });
  return () => {
    listeners.delete(listener);
    setTimeout(() => listeners.size === 0 && disconnect(), CLOSING_MS);
  };
}

/** Connect again, because another account is signed in. */
export function reconnectAccount(): void {
  if (!live) return;
  disconnect();
  if (listeners.size > 0) live = connect();
}

function connect(): Live<AccountNews> {
  return new Live<AccountNews>({
    address: () => "/live",
    news: (news) => {
      isReady ||= news.type === "ready";
      for (const each of listeners) each.news(news);
    },
    connected: (open) => {
      isReady &&= open;
      for (const each of listeners) each.connected?.(open);
    },
    refused: () => {
      disconnect();
      for (const each of listeners) each.refused?.();
    },
  });
}

function disconnect(): void {
  live?.close();
  [live, isReady] = [undefined, false];
}

/** Registers the service worker after the page has loaded, and follows what it asks for. */

const IDLE_MS = 5_000;

/** Called when a push message has arrived. */
type Listener = () => void;
const listeners = new Set<Listener>();

/** Call a function whenever a push message arrives; the returned function ends this. */
export function onPush(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function receive({ data, ports }: MessageEvent<{ type?: string; path?: string }>): void {
  if (data.type === "where") ports[0]?.postMessage(location.hash);
  const path = data.type === "open" ? data.path : undefined;
  if (path?.startsWith("#/") && location.hash !== path && !location.hash.startsWith(`${path}/`)) location.hash = path;
  if (data.type === "notice") for (const listener of listeners) listener();
}

function register(): void {
  navigator.serviceWorker.addEventListener("message", receive);
  void navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
}

/** Register the service worker when the page has nothing else to do. */
export function registerWorker(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const later = () => ("requestIdleCallback" in window ? requestIdleCallback(register, { timeout: IDLE_MS }) : setTimeout(register, IDLE_MS));
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}

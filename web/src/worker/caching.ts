/** Which requests the service worker answers without the network, and what it stores. */

/** How a request is answered: a page and public data from the network first, a file of the client from the cache first. */
export type Strategy = "page" | "file" | "data" | "network";

const PUBLIC_DATA = /^\/api\/(games|puzzles(\/[^/]+)?)$/;
const FILES = /^\/(assets\/.+|icon[^/]*\.(svg|png)|badge\.png|manifest\.webmanifest)$/;
const VERSION_PREFIX = "kontor-version-";
const KEPT_VERSIONS = 2;

/** The strategy for a request. */
export function strategyOf(method: string, address: string, mode: string, origin: string): Strategy {
  const url = new URL(address);
  if (method !== "GET" || url.origin !== origin) return "network";
  if (FILES.test(url.pathname)) return "file";
  if (PUBLIC_DATA.test(url.pathname)) return "data";
  return mode === "navigate" && !url.pathname.startsWith("/api/") ? "page" : "network";
}

/** Whether an answer of the API may be stored: the server marks those that are the same for everyone. */
export function isPublic(answer: Response): boolean {
  return answer.ok && /\bpublic\b/.test(answer.headers.get("Cache-Control") ?? "");
}

/** The name of the cache of a version of the client. */
export function cacheOf(version: string): string {
  return `${VERSION_PREFIX}${version}`;
}

/** The caches to delete: pages of the version before the present one may still be open and load their parts. */
export function outdated(names: readonly string[], present: string): readonly string[] {
  const versions = names.filter((name) => name.startsWith(VERSION_PREFIX) && name !== present);
  return versions.slice(0, Math.max(0, versions.length - (KEPT_VERSIONS - 1)));
}

/** The route of the page: the part of the address after the hash, which is not sent to the server. */

import type { Setup } from "./api/types";

const hash = () => location.hash.replace(/^#\/?/, "");

let here = $state(hash());
window.addEventListener("hashchange", () => (here = hash()));

/** The parts of the address, such as `table`, an id and `end`. */
export function path(): readonly string[] {
  return here.split("/").map(decodeURIComponent);
}

/** Navigate to a route. */
export function go(...parts: readonly (string | number)[]): void {
  location.hash = `/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

/** Change the address in place, without an entry in the history of the browser. */
export function replace(...parts: readonly (string | number)[]): void {
  history.replaceState(history.state, "", linkTo(...parts));
  here = hash();
}

/** A link to the rules of a setup, or to one of them. */
export function rulesLink({ game, edition = "", board = "", players }: Setup, rule = ""): string {
  return linkTo("rules", game, rule, edition, board, players);
}

/** The absolute link of a route. */
export function linkTo(...parts: readonly (string | number)[]): string {
  return `${location.origin}${location.pathname}#/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

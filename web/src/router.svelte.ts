/** Where one is: the part of the address after the hash, which no server reads. */

import type { Setup } from "./api/words";

const hash = () => location.hash.replace(/^#\/?/, "");

let here = $state(hash());
window.addEventListener("hashchange", () => (here = hash()));

/** The parts of the address, such as `table`, an id and `end`. */
export function path(): readonly string[] {
  return here.split("/").map(decodeURIComponent);
}

/** Go somewhere. */
export function go(...parts: readonly (string | number)[]): void {
  location.hash = `/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

/** Where the rules of a setup stand, or one of them. */
export function rulesLink({ game, edition = "", board = "", players }: Setup, rule = ""): string {
  return linkTo("rules", game, rule, edition, board, players);
}

/** A link that leads others to the same place. */
export function linkTo(...parts: readonly (string | number)[]): string {
  return `${location.origin}${location.pathname}#/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

/** The keyboard shortcuts of the action panel. */

const CLOSING = ["n", "m", "o", "p"];

/** The key of the n-th verb. */
export function rowKey(n: number): string {
  return String.fromCharCode("a".charCodeAt(0) + n);
}

/** The key of the n-th move that ends a step or the turn. */
export function closingKey(n: number): string {
  return CLOSING[n] ?? "";
}

/** Whether a key press belongs to a text field or to the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  const field = target instanceof HTMLElement && target.closest("input, textarea, select, dialog");
  return Boolean(field) || event.ctrlKey || event.metaKey || event.altKey;
}

/** The keys of the panel: letters for sorts of moves, others for what closes something. */

const CLOSING = ["n", "m", "o", "p"];

/** The key of the n-th sort of move. */
export function rowKey(n: number): string {
  return String.fromCharCode("a".charCodeAt(0) + n);
}

/** The key of the n-th move that closes something. */
export function closingKey(n: number): string {
  return CLOSING[n] ?? "";
}

/** Whether a key belongs to a text field or to the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  const field = target instanceof HTMLElement && target.closest("input, textarea, select, dialog");
  return Boolean(field) || event.ctrlKey || event.metaKey || event.altKey;
}

/** The keys of the client: what each of them means, and which of them do something on the present screen. */

import { untrack } from "svelte";
import { t } from "../messages/i18n.svelte";

/** The keys that are fixed to an action, with the values of `KeyboardEvent.key` in lower case; their meanings are the messages `keys.*`. */
const KEYS = {
  tile: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
  default: ["enter"],
  back: ["escape"],
  undo: ["u"],
  end: ["n"],
  hint: ["h"],
  recap: ["r"],
  order: ["o"],
  rival: ["v"],
  next: ["j"],
  previous: ["k"],
  try: ["t"],
  pause: [" "],
  place: ["arrowleft", "arrowup", "arrowdown", "arrowright"],
  ends: ["home", "end"],
  zoom: ["+", "-"],
  whole: ["0"],
  list: ["?"],
} as const;

export type KeyName = keyof typeof KEYS;

/** A key and what it does. */
export interface Shortcut {
  readonly keys: readonly string[];
  /** What it does, in the reader's language. */
  readonly meaning: string;
  /** Undefined while there is nothing to do. */
  readonly run?: ((key: string) => void) | undefined;
}

interface Layer {
  readonly list: () => readonly Shortcut[];
  readonly owns: boolean;
}

/** Whether the list of keys is shown. */
export const keyList = $state({ open: false });

let layers = $state.raw<readonly Layer[]>([]);

/** A key of the list above. */
export function shortcut(name: KeyName, run?: (key: string) => void): Shortcut {
  return { keys: KEYS[name], meaning: t(`keys.${name}`), run };
}

/** The keys of a map for the list of keys; the map itself follows them while it has the focus. */
export function mapKeys(): Shortcut[] {
  return [shortcut("place"), shortcut("ends"), shortcut("zoom"), shortcut("whole")];
}

/** The key of an action as `aria-keyshortcuts` wants it. */
export function keyOf(name: KeyName): string {
  const [key = ""] = KEYS[name];
  return key === " " ? "Space" : key.length > 1 ? key[0]?.toUpperCase() + key.slice(1) : key;
}

/** Add keys until the returned function is called; what was added last comes first, and may keep all keys for itself. */
export function addShortcuts(list: () => readonly Shortcut[], owns = false): () => void {
  const layer = { list, owns };
  untrack(() => (layers = [...layers, layer]));
  return () => untrack(() => (layers = layers.filter((other) => other !== layer)));
}

/** The keys that do something on the present screen, each once. */
export function activeShortcuts(): readonly Shortcut[] {
  const all = layers.toReversed().flatMap(({ list }) => list());
  return all.filter(({ keys }, at) => all.findIndex((other) => other.keys[0] === keys[0]) === at);
}

/** Whether a key press belongs to a text field, a dialog or the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  const field = target instanceof HTMLElement && target.closest("input:not([type=range]), textarea, select, dialog");
  return Boolean(field) || event.ctrlKey || event.metaKey || event.altKey;
}

/** Whether the key presses what has the focus. */
function isPressing(event: KeyboardEvent): boolean {
  const { target } = event;
  return (event.key === "Enter" || event.key === " ") && target instanceof Element && target.closest("button, a, summary, [role=button]") !== null;
}

function runOf(key: string): ((key: string) => void) | undefined {
  for (const { list, owns } of layers.toReversed()) {
    const run = list().find(({ keys, run }) => run && keys.includes(key))?.run;
    if (run || owns) return run;
  }
  return undefined;
}

/** Do what a key means; called for every key press that nothing else has handled. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isTyping(event) || isPressing(event)) return;
  const key = event.key.toLowerCase();
  const run = runOf(key);
  if (!run) return;
  event.preventDefault();
  run(key);
}

/** Marks elements that have an explanation, shown on hover, focus or long press. */

import type { Attachment } from "svelte/attachments";

const STOP = "[data-explain][tabindex='0']";

/** Give an element the explanation `explain.{topic}`; the first in its panel is a tab stop, arrow keys reach the others. */
export function explains(topic: string): Attachment<HTMLElement> {
  return (element) => {
    element.dataset.explain = topic;
    if (!element.matches("button, a, input")) element.tabIndex = element.closest("section")?.querySelector(STOP) ? -1 : 0;
  };
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Move the focus among the explained elements of a panel with the arrow keys. */
export function moveAmongExplained(event: KeyboardEvent): void {
  const { currentTarget: panel, target } = event;
  const step = STEPS[event.key];
  if (!step || !(panel instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  const all = [...panel.querySelectorAll<HTMLElement>("[data-explain][tabindex], button[data-explain]")];
  const next = all[all.indexOf(target) + step];
  if (!all.includes(target) || !next) return;
  event.preventDefault();
  for (const each of [target, next]) if (each.hasAttribute("tabindex")) each.tabIndex = each === next ? 0 : -1;
  next.focus();
}

/** Marks elements that have an explanation, shown on hover, focus or long press. */

import type { Attachment } from "svelte/attachments";

/** Give an element the explanation `explain.{topic}`. */
export function explains(topic: string): Attachment<HTMLElement> {
  return (element) => {
    element.dataset.explain = topic;
    if (!element.matches("button, a, input")) element.tabIndex = 0;
  };
}

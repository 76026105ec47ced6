/** Marks something that can be explained: by pointer, focus or a long press. */

import type { Attachment } from "svelte/attachments";

/** Something that is explained by the message `explain.{topic}`. */
export function explained(topic: string): Attachment<HTMLElement> {
  return (element) => {
    element.dataset.explain = topic;
    if (!element.matches("button, a, input")) element.tabIndex = 0;
  };
}

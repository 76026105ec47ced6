/** How things move when they come and go. */

import { cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";
import { settings } from "../theme/settings.svelte";

/** A piece is put down from a little above. */
export function drop(_node: Element): TransitionConfig {
  if (prefersReducedMotion.current || settings.still) return { duration: 80, css: (t) => `opacity:${t}` };
  return { duration: 180, easing: cubicOut, css: (t, u) => `transform:translateY(${-8 * u}px);opacity:${t}` };
}

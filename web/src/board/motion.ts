/** Transitions of pieces that appear on the board. */

import { cubicInOut, cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";
import { settings } from "../theme/settings.svelte";
import type { Point } from "./geometry";

const ARC = 0.22;

/** Move a piece along an arc from where it lay, given as an offset in units of its drawing; without one, drop it. */
export function arrive(node: Element, { offset }: { offset?: Point | undefined }): TransitionConfig {
  if (!offset || prefersReducedMotion.current || settings.still) return drop(node);
  const [dx, dy] = offset;
  const height = ARC * Math.hypot(dx, dy);
  return {
    duration: 320,
    easing: cubicInOut,
    css: (t, u) => `transform:translate(${dx * u}px,${dy * u - height * Math.sin(Math.PI * t)}px)`,
  };
}

/** Put a piece down from a little above. */
export function drop(_node: Element): TransitionConfig {
  if (prefersReducedMotion.current || settings.still) return { duration: 80, css: (t) => `opacity:${t}` };
  return { duration: 180, easing: cubicOut, css: (t, u) => `transform:translateY(${-8 * u}px);opacity:${t}` };
}

/** How things move when they come and go. */

import { cubicInOut, cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";
import { settings } from "../theme/settings.svelte";
import type { Point } from "./geometry";

const ARC = 0.22;

/** A piece comes along an arc from where it lay, given as a way in units of its own drawing, or from a little above. */
export function arrive(node: Element, way: Point | undefined): TransitionConfig {
  if (!way || prefersReducedMotion.current || settings.still) return drop(node);
  const [dx, dy] = way;
  const height = ARC * Math.hypot(dx, dy);
  return {
    duration: 320,
    easing: cubicInOut,
    css: (t, u) => `transform:translate(${dx * u}px,${dy * u - height * Math.sin(Math.PI * t)}px)`,
  };
}

/** A piece is put down from a little above. */
export function drop(_node: Element): TransitionConfig {
  if (prefersReducedMotion.current || settings.still) return { duration: 80, css: (t) => `opacity:${t}` };
  return { duration: 180, easing: cubicOut, css: (t, u) => `transform:translateY(${-8 * u}px);opacity:${t}` };
}

/** The layout of a table for the size of the window. */

import { innerHeight, innerWidth } from "svelte/reactivity/window";

export type WindowLayout = "wide" | "low" | "tall" | "middle" | "phone" | "rail";

const LOWEST = 500;

/** The layout for a size; a tall board takes the full height. */
export function layoutForSize(width: number, height: number, tallBoard: boolean): WindowLayout {
  if (height < LOWEST && width > height) return "rail";
  if (width < 900 || height > width) return "phone";
  if (width < 1280) return "middle";
  if (tallBoard) return "tall";
  return height < 860 ? "low" : "wide";
}

/** The layout for this window, updated when it is resized. */
export function windowLayout(tallBoard: boolean): WindowLayout {
  return layoutForSize(innerWidth.current ?? 1440, innerHeight.current ?? 900, tallBoard);
}

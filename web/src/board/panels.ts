/** Finds the desks and cards of players in the window. */

import type { Owner } from "./painter";

/** The box of the desk or card of a player that is seen. */
export function panelOf(owner: Owner): DOMRect | undefined {
  const boxes = [...document.querySelectorAll(`[data-seat="${owner}"]`)].map((each) => {
    const own = each.getBoundingClientRect();
    return own.width > 0 ? own : each.firstElementChild?.getBoundingClientRect();
  });
  return boxes.find((box) => box && box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth);
}

/** Finds the pill of a map under a pointer: browsers report a spot beside it as the target of a finger. */

/** The spot whose pill is hit, or lies within some pixels of the pointer while no spot itself is hit. */
export function pillAt(map: HTMLElement, at: { clientX: number; clientY: number }, reach: number, onSpot: boolean): string | undefined {
  let near: string | undefined;
  for (const pill of map.querySelectorAll<SVGElement>("[data-pill]")) {
    const { left, right, top, bottom } = pill.getBoundingClientRect();
    const [dx, dy] = [Math.abs(at.clientX - (left + right) / 2), Math.abs(at.clientY - (top + bottom) / 2)];
    const [across, along] = [(right - left) / 2, (bottom - top) / 2];
    if (dx <= across && dy <= along) return pill.dataset.pill;
    if (!onSpot && dx <= Math.max(across, reach) && dy <= Math.max(along, reach)) near = pill.dataset.pill;
  }
  return near;
}

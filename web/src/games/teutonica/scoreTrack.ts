/** The score track around a map: a hundred fields, clockwise from the top left corner. */

import type { Box } from "../../board/geometry";
import type { TeutonicaBoard } from "./types";

export interface Field {
  readonly number: number;
  readonly box: Box;
  readonly side: "top" | "right" | "bottom" | "left" | "corner";
}

/** A shield on a field, with its scale. */
export interface Shield {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export const MARGIN = 5;
/** The size of a shield at scale 1, with its halo, and the largest scale. */
export const SHIELD = { width: 20, height: 24 } as const;
const LARGEST = 0.8;
/** How many shields stand in each row of a field. */
const ROWS: Readonly<Record<number, readonly number[]>> = { 1: [1], 2: [2], 3: [2, 1], 4: [2, 2], 5: [3, 2], 6: [3, 3] };

/** The fields of the track, 0 in the corner first. */
export function fieldsOf(board: TeutonicaBoard, unit: number): Field[] {
  const [left, top, right, bottom] = board.frame;
  const [width, height] = board.size;
  const edge = MARGIN * unit;
  const [across, down] = width > height ? [30, 20] : [20, 30];
  const [w, h] = [(right - left) / across, (bottom - top) / down];
  const fields: Field[] = [{ number: 0, side: "corner", box: { left: edge, top: edge, right: left, bottom: top } }];
  const add = (side: Field["side"], box: Box): void => void fields.push({ number: fields.length, side, box });
  for (let n = 0; n < across; n += 1) add("top", { left: left + n * w, right: left + (n + 1) * w, top: edge, bottom: top });
  for (let n = 0; n < down; n += 1) {
    add("right", { left: right, right: width - edge, top: top + n * h, bottom: top + (n + 1) * h });
  }
  for (let n = 0; n < across; n += 1) {
    add("bottom", { left: right - (n + 1) * w, right: right - n * w, top: bottom, bottom: height - edge });
  }
  for (let n = 0; n < down; n += 1) {
    add("left", { left: edge, right: left, top: bottom - (n + 1) * h, bottom: bottom - n * h });
  }
  return fields;
}

/** The places of some shields that share a field: none leaves the field or covers another. */
export function shieldsOn({ box }: Field, count: number, unit: number): Shield[] {
  const rows = ROWS[count] ?? [count];
  const [width, height] = [(box.right - box.left) / Math.max(...rows), (box.bottom - box.top) / rows.length];
  const scale = Math.min(LARGEST * unit, width / SHIELD.width, height / SHIELD.height);
  const centre = (box.left + box.right) / 2;
  return rows.flatMap((inRow, row) =>
    Array.from({ length: inRow }, (_, n) => ({
      x: centre + (n - (inRow - 1) / 2) * width,
      y: box.top + (row + 0.5) * height - scale,
      scale,
    })),
  );
}

/** The score track around a map: a hundred fields, clockwise from the top left corner. */

import type { Box } from "../../board/geometry";
import type { TeutonicaBoard } from "./types";

export interface Field {
  readonly number: number;
  readonly box: Box;
  readonly side: "top" | "right" | "bottom" | "left" | "corner";
}

export const MARGIN = 5;

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

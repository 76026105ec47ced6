/** Protects the score track: shields that share a field stay inside it and cover neither each other nor a neighbour. */

import { describe, expect, test } from "vitest";
import { boxAround, overlap, type Box } from "../src/board/geometry";
import { unitOf } from "../src/games/teutonica/layout";
import { fieldsOf, SHIELD, shieldsOn, type Shield } from "../src/games/teutonica/scoreTrack";
import type { TeutonicaBoard } from "../src/games/teutonica/types";
import { TEUTONICA_BOARDS } from "./scenes";
import { json } from "./setup";

const HAIR = 0.01;
const cases = TEUTONICA_BOARDS.flatMap((id) => [0, 1, 30, 50, 99].map((field) => ({ id, field })));

function boxOf({ x, y, scale }: Shield): Box {
  // The tip of a shield lies farther from its centre than its upper edge.
  return boxAround(x, y + scale, SHIELD.width * scale, SHIELD.height * scale);
}

describe.each(cases)("field $field of $id", ({ id, field: number }) => {
  const board = json<TeutonicaBoard>(`src/kontor/games/teutonica/data/boards/${id}.json`);
  const unit = unitOf(board);
  const [field] = fieldsOf(board, unit).slice(number);

  test.each([1, 2, 3, 4, 5])("holds %i shields", (count) => {
    if (!field) throw new Error("no such field");
    const boxes = shieldsOn(field, count, unit).map(boxOf);
    expect(boxes).toHaveLength(count);
    for (const [n, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(field.box.left - HAIR);
      expect(box.right).toBeLessThanOrEqual(field.box.right + HAIR);
      expect(box.top).toBeGreaterThanOrEqual(field.box.top - HAIR);
      expect(box.bottom).toBeLessThanOrEqual(field.box.bottom + HAIR);
      for (const other of boxes.slice(n + 1)) expect(overlap(box, other)).toBeLessThan(HAIR);
    }
  });

  test("shows shields large enough to be recognized", () => {
    if (!field) throw new Error("no such field");
    expect(Math.min(...shieldsOn(field, 5, unit).map(({ scale }) => scale))).toBeGreaterThan(0.38 * unit);
    expect(shieldsOn(field, 1, unit)[0]?.scale).toBeCloseTo(0.8 * unit);
  });
});

/** Estimates text widths without a browser: letter widths of the widest serif font in hundredths of its size. */

import widths from "../../../src/kontor/core/drawing/data/letter_widths.json";

const BY_LETTER = new Map(Object.entries(widths).flatMap(([width, letters]) => [...letters].map((letter) => [letter, Number(width)])));

/** The width of a name in bold serif of a given size. */
export function nameWidth(name: string, size: number): number {
  const hundredths = [...name].reduce((sum, letter) => sum + (BY_LETTER.get(letter) ?? 65), 0);
  return (hundredths * size) / 100;
}

/** Estimates text widths without a browser: letter widths of the widest serif font in hundredths of its size. */

const WIDTHS: readonly (readonly [number, string])[] = [
  [31, " ’'.,"],
  [34, "iljî"],
  [42, "ftI-J–"],
  [47, "r"],
  [53, "svyxzcç"],
  [60, "aeoäåâéèêöøô"],
  [65, "bdghknpquü0123456789LFYSZT"],
  [70, "PEAVXCßÄÅ"],
  [78, "BRGDKOQUwÖÜØ+"],
  [84, "NH"],
  [100, "mMW"],
];

const BY_LETTER = new Map(WIDTHS.flatMap(([width, letters]) => [...letters].map((letter) => [letter, width])));

/** The width of a name in bold serif of a given size. */
export function nameWidth(name: string, size: number): number {
  const hundredths = [...name].reduce((sum, letter) => sum + (BY_LETTER.get(letter) ?? 65), 0);
  return (hundredths * size) / 100;
}

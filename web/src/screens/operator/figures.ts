/** Numbers of the operators' page as text and as lines of charts. */

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const STEP = 1000;
const LEADING = [1, 2, 5, 10];

/** A number of bytes in the unit that suits it. */
export function bytesText(bytes: number, locale: string): string {
  const order = Math.min(UNITS.length - 1, bytes < STEP ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP)));
  const value = bytes / STEP ** order;
  return new Intl.NumberFormat(locale, { style: "unit", unit: UNITS[order] ?? "byte", unitDisplay: "short", maximumFractionDigits: value < 10 ? 1 : 0 }).format(value);
}

/** A rate or a time with as many digits as it deserves. */
export function numberText(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value);
}

/** The top of a chart: the smallest of 1, 2, 5, 10, 20 … that is not below the largest value. */
export function chartTop(values: readonly number[]): number {
  const most = Math.max(...values, 0);
  if (most <= 0) return 1;
  const order = 10 ** Math.floor(Math.log10(most));
  return order * (LEADING.find((each) => each * order >= most) ?? LEADING.at(-1) ?? 1);
}

/** The line of a chart; the last value is at the right edge, and fewer values than fit begin further right. */
export function chartLine(values: readonly number[], most: number, slots: number, width: number, height: number): string {
  const step = width / Math.max(1, slots - 1);
  const left = width - step * Math.max(0, values.length - 1);
  return values.map((value, n) => `${n ? "L" : "M"}${(left + n * step).toFixed(1)} ${(height - (height * Math.min(value, most)) / most).toFixed(1)}`).join("");
}

/** The end of a suspension in some days from now, null without an end. */
export function endAfter(days: number, now: number): number | null {
  return days > 0 ? now + days * 86_400_000 : null;
}

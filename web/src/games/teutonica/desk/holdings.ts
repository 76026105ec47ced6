/** What a player holds, as lists and as text. */

import type { Translator } from "../../../messages/translator";
import type { TeutonicaPosition } from "../types";

export interface HeldMarker {
  readonly marker: string;
  readonly used: boolean;
}

/** The markers of a seat, the unused ones first. */
export function markersOf(position: TeutonicaPosition, seat: number): readonly HeldMarker[] {
  const unused = position.unused_markers?.[String(seat)] ?? [];
  const used = position.used_markers?.[String(seat)] ?? [];
  return [...unused.map((marker) => ({ marker, used: false })), ...used.map((marker) => ({ marker, used: true }))];
}

/** A name with numbers of traders and merchants. */
export function amountText(name: string, [traders, merchants]: readonly [number, number], i18n: Translator): string {
  return i18n.t("teutonica.desk.amount", { name, traders, merchants });
}

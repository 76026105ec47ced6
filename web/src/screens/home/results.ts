/** The result of a finished game in one line. */

import type { Summary } from "../../api/types";
import type { Seat } from "../../board/painter";
import type { Translator } from "../../messages/translator";

/** Who has won with how many points, or why there is no winner. */
export function resultText(table: Summary, seats: readonly Seat[], i18n: Translator): string {
  const { winners, scores } = table;
  if (winners.length === 0 || !scores) return i18n.t("home.ended");
  const own = winners.some((seat) => table.seats[seat]?.yours);
  const points = [...scores].sort((one, other) => other - one).join(" : ");
  const names = i18n.list(winners.map((seat) => seats[seat]?.name ?? ""));
  return i18n.t(own ? "home.ended.won" : "home.ended.by", { names, points });
}

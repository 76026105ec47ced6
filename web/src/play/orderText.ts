/** A standing order in a few words. */

import type { OrderContent } from "../api/types";
import type { Translator } from "../messages/translator";

/** The names of the places of an order. */
export interface OrderNames {
  readonly city: string;
  readonly spaceName: (space: string) => string;
}

function putText({ put, spaces }: OrderContent, { city, spaceName }: OrderNames, i18n: Translator): string {
  if (put === "spaces") return i18n.t("orders.summary.spaces", { space: i18n.list(spaces.map(spaceName)) });
  if (put === "city") return i18n.t("orders.summary.city", { city });
  return i18n.t(put === "network" ? "orders.summary.network" : "orders.summary.ask");
}

/** Where the piece goes and what happens to extra pieces; one that asks says only that. */
export function orderText(order: OrderContent, names: OrderNames, i18n: Translator): string {
  const put = putText(order, names, i18n);
  if (order.put === "ask") return put;
  const extras = { traders: "orders.summary.traders", none: "orders.summary.none", ask: "orders.summary.extras" } as const;
  return `${put} · ${i18n.t(extras[order.extras])}`;
}

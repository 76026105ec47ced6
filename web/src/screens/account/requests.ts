/** Requests of the account pages, with what to say when the server refuses one. */

import { Problem } from "../../api/client";
import { t } from "../../messages/i18n.svelte";
import type { MessageKey } from "../../messages/types";
import { suspensionOf, suspensionText } from "../../play/suspension";

/** The texts for some statuses; for others the sentence of the server is shown. */
export type Refusals = Readonly<Record<number, MessageKey>>;

/** What to say about a request that failed. */
export function textOf(refused: unknown, refusals: Refusals = {}): string {
  if (!(refused instanceof Problem) || refused.status === 0) return t("connection.gone");
  const suspension = suspensionOf(refused);
  if (suspension) return suspensionText(suspension);
  const key = refusals[refused.status];
  return key ? t(key) : refused.message || t("connection.gone");
}

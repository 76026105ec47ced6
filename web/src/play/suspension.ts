/** What the server says about a suspended account. */

import { Problem } from "../api/client";
import { t, translator } from "../messages/i18n.svelte";

/** Until when an account is suspended, null without an end, and why. */
export interface Suspension {
  readonly until: number | null;
  readonly reason: string;
}

/** The suspension because of which a request was refused, if that was the reason. */
export function suspensionOf(problem: unknown): Suspension | undefined {
  if (!(problem instanceof Problem) || problem.code !== "suspended") return undefined;
  const { until, reason } = problem.facts;
  return { until: typeof until === "number" ? until : null, reason: typeof reason === "string" ? reason : "" };
}

/** A suspension as a sentence. */
export function suspensionText({ until, reason }: Suspension): string {
  const date = until === null ? "" : new Date(until).toLocaleString(translator().locale, { dateStyle: "long", timeStyle: "short" });
  const end = date ? ` ${t("suspended.until", { date })}` : "";
  return `${t("suspended.title")}${end}. ${reason}`.trim();
}

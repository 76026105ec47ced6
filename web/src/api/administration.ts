/** Requests about blocks, reports and announcements. */

import { request } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type BlockedPerson = Schemas["BlockedPerson"];
export type Announcement = Schemas["Announcement"];
export type ReportReason = Schemas["PersonReport"]["reason"];

/** What is reported. */
export type ReportSubject =
  | { readonly kind: "person"; readonly account_id: string }
  | { readonly kind: "message"; readonly table_id: string; readonly message: number }
  | { readonly kind: "table"; readonly table_id: string };

export const REASONS: readonly ReportReason[] = ["harassment", "spam", "name", "cheating", "stalling", "other"];

export const administration = {
  blocked: async () => (await request<{ people: BlockedPerson[] }>("GET", "/blocks")).people,
  block: (id: string) => request<undefined>("PUT", `/people/${id}/block`),
  unblock: (id: string) => request<undefined>("DELETE", `/people/${id}/block`),
  report: (subject: ReportSubject, reason: ReportReason, text: string) => request<{ id: string }>("POST", "/reports", { ...subject, reason, text }),
  setChat: (table: string, closed: boolean) => request<undefined>("PUT", `/tables/${table}/chat`, { closed }),
  announcements: async () => (await request<{ announcements: Announcement[] }>("GET", "/announcements")).announcements,
};

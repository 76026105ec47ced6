/** Requests about blocks, reports and announcements, and those of operators. */

import { request } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type BlockedPerson = Schemas["BlockedPerson"];
export type Announcement = Schemas["Announcement"];
export type ServerStatus = Schemas["ServerStatus"];
export type Load = Schemas["Load"];
export type Report = Schemas["Report"];
export type AdministeredPerson = Schemas["AdministeredPerson"];
export type AuditEntry = Schemas["AuditEntry"];
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
  status: () => request<ServerStatus>("GET", "/operator/status"),
  reports: async () => (await request<{ reports: Report[] }>("GET", "/operator/reports")).reports,
  resolve: (id: string, resolution: string) => request<undefined>("PUT", `/operator/reports/${id}/resolution`, { resolution }),
  people: async (name: string) =>
    (await request<{ people: AdministeredPerson[] }>("GET", `/operator/people?limit=20${name ? `&name=${encodeURIComponent(name)}` : ""}`)).people,
  suspend: (id: string, until: number | null, reason: string) => request<undefined>("PUT", `/operator/people/${id}/suspension`, { until, reason }),
  unsuspend: (id: string) => request<undefined>("DELETE", `/operator/people/${id}/suspension`),
  rename: (id: string, name: string, reason: string) => request<undefined>("PUT", `/operator/people/${id}/name`, { name, reason }),
  announce: (texts: Readonly<Record<string, string>>, until: number) => request<{ id: string }>("POST", "/operator/announcements", { texts, until }),
  withdraw: (id: string) => request<undefined>("DELETE", `/operator/announcements/${id}`),
  log: async () => (await request<{ entries: AuditEntry[] }>("GET", "/operator/log?limit=20")).entries,
};

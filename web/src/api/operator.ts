/** Requests of operators. */

import { request } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type ServerStatus = Schemas["ServerStatus"];
export type Load = Schemas["Load"];
export type Report = Schemas["Report"];
export type AdministeredPerson = Schemas["AdministeredPerson"];
export type AuditEntry = Schemas["AuditEntry"];

export const operator = {
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

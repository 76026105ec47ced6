/** Requests about notices, push messages and the settings of notifications. */

import { request } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Notice = Schemas["Notice"];
export type NotificationSettings = Schemas["NotificationSettings"];
export type NotificationEvent = keyof NotificationSettings["choices"];
export type DeliveryTime = Schemas["Channels"]["push"];
export type QuietHours = Schemas["QuietHours"];
export type PushBrowser = Schemas["PushBrowser"];
export type TableDelivery = "digest" | "never" | null;

export const notifyApi = {
  notices: (language: string) => request<Schemas["Notices"]>("GET", `/notices?language=${language}`),
  markRead: (ids?: readonly string[]) => request<undefined>("POST", "/notices/read", ids ? { ids } : {}),
  settings: () => request<NotificationSettings>("GET", "/notifications"),
  setSettings: (content: Schemas["NewNotificationSettings"]) => request<NotificationSettings>("PUT", "/notifications", content),
  setTable: (id: string, delivery: TableDelivery) => request<undefined>("PUT", `/notifications/tables/${id}`, { delivery }),
  pushKey: async () => (await request<{ key: string }>("GET", "/push/key")).key,
  browsers: async () => (await request<{ browsers: PushBrowser[] }>("GET", "/push/subscriptions")).browsers,
  addBrowser: (subscription: PushSubscriptionJSON, language: string, label: string) =>
    request<PushBrowser>("POST", "/push/subscriptions", { endpoint: subscription.endpoint, keys: subscription.keys, language, label }),
  removeBrowser: (id: string) => request<undefined>("DELETE", `/push/subscriptions/${id}`),
};

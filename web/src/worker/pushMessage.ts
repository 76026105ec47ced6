/** Push messages of the server, and the notifications they become. */

/** What the server sends; the texts are in the language of the receiver. */
export interface PushMessage {
  readonly title: string;
  readonly text: string;
  /** The route within the client, such as `#/table/…`. */
  readonly path: string;
  readonly event: string;
  readonly tag: string;
}

/** A page of the client, with the route that it shows. */
interface Page {
  readonly route: string;
  readonly visibilityState: string;
}

/** The message of a push event; undefined if it is not one of the server. */
export function messageFrom(content: unknown): PushMessage | undefined {
  if (typeof content !== "object" || content === null) return undefined;
  const { title, text, path, event, tag } = content as Partial<Record<keyof PushMessage, unknown>>;
  if (typeof title !== "string" || typeof path !== "string" || !path.startsWith("#/")) return undefined;
  return { title, text: String(text ?? ""), path, event: String(event ?? ""), tag: String(tag ?? path) };
}

/** Whether the route of a page is a path, or a part of it. */
export function shows(route: string, path: string): boolean {
  return route === path || route.startsWith(`${path}/`);
}

/** Whether the reader sees the place of a message already. */
export function isSeen(pages: readonly Page[], { path }: PushMessage): boolean {
  return path !== "#/" && pages.some(({ route, visibilityState }) => visibilityState === "visible" && shows(route, path));
}

/** The options of the notification of a message; one with the same tag replaces it. */
export function notificationOptions({ text, path, tag }: PushMessage): NotificationOptions & { renotify: boolean } {
  return { body: text, tag, renotify: true, icon: "/icon-192.png", badge: "/badge.png", data: { path } };
}

/** The route of a notification. */
export function pathOf(notification: { readonly data?: unknown }): string {
  const { path } = (notification.data ?? {}) as { path?: unknown };
  return typeof path === "string" && path.startsWith("#/") ? path : "#/";
}

/** Announcements for screen readers, and sounds and notifications when it is the reader's turn. */

import { untrack } from "svelte";
import { settings } from "../theme/settings.svelte";

/** The texts that screen readers read: when they are idle, and at once. */
export const announcements = $state({ polite: "", assertive: "" });

/** Announce something to screen readers: when they are idle, or at once. A space makes a repeated text a new one. */
export function announce(manner: keyof typeof announcements, message: string): void {
  const last = untrack(() => announcements[manner]);
  if (message) announcements[manner] = message === last ? `${message}\u00a0` : message;
}

/** Play a sound and show a notification, as far as the settings allow it. */
export function notify(message: string): void {
  if (settings.sound) void import("./sounds").then(({ playSound }) => playSound("turn"));
  if (settings.notify && document.hidden && Notification.permission === "granted") new Notification(document.title, { body: message });
}

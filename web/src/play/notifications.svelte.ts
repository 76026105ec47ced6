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
  if (settings.sound) playChime();
  if (settings.notify && document.hidden && Notification.permission === "granted") new Notification(document.title, { body: message });
}

function playChime(): void {
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.15, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.9);
  gain.connect(audio.destination);
  for (const [pitch, delay] of [[659, 0], [880, 0.16]] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(gain);
    tone.start(audio.currentTime + delay);
    tone.stop(audio.currentTime + 1);
  }
  setTimeout(() => void audio.close(), 1200);
}

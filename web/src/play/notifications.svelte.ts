/** Announcements for screen readers, and sounds and notifications when it is the reader's turn. */

import { settings } from "../theme/settings.svelte";

let text = $state("");

/** The text that screen readers read. */
export function announcement(): string {
  return text;
}

/** Announce something to screen readers. */
export function announce(message: string): void {
  text = message;
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

/** What is said to those who do not see the screen, in the title, by sound and by notification. */

import { settings } from "../theme/settings.svelte";

let spoken = $state("");

/** What screen readers read. */
export function announced(): string {
  return spoken;
}

/** Say something to screen readers. */
export function announce(text: string): void {
  spoken = text;
}

/** Call somebody who may look elsewhere: by a sound and by a notification, if they want that. */
export function call(text: string): void {
  if (settings.sound) chime();
  if (settings.notify && document.hidden && Notification.permission === "granted") new Notification(document.title, { body: text });
}

function chime(): void {
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.15, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.9);
  gain.connect(audio.destination);
  for (const [pitch, after] of [[659, 0], [880, 0.16]] as const) {
    const bell = audio.createOscillator();
    bell.frequency.value = pitch;
    bell.connect(gain);
    bell.start(audio.currentTime + after);
    bell.stop(audio.currentTime + 1);
  }
  setTimeout(() => void audio.close(), 1200);
}

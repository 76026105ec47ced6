/** Short sounds of our own: they are computed while they are played, by one audio context. */

import type { GameEvent } from "../board/painter";
import { settings } from "../theme/settings.svelte";

/** The sounds, the most important one first: of several at one time only the first is played. */
const SOUNDS = ["turn", "route", "displace", "points", "place"] as const;

export type Sound = (typeof SOUNDS)[number];

/** A tone: when it begins and how long it is in seconds, its pitch at the beginning and at the end, and its loudness. */
interface Tone {
  readonly at: number;
  readonly length: number;
  readonly pitch: readonly [number, number];
  readonly loudness: number;
  readonly wave: OscillatorType;
}

function tone(at: number, length: number, from: number, to: number, loudness: number, wave: OscillatorType = "sine"): Tone {
  return { at, length, pitch: [from, to], loudness, wave };
}

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  place: [tone(0, 0.09, 210, 90, 0.5, "triangle"), tone(0, 0.03, 900, 300, 0.12, "square")],
  displace: [tone(0, 0.1, 160, 110, 0.4, "triangle"), tone(0.14, 0.1, 230, 90, 0.5, "triangle")],
  route: [tone(0, 0.25, 392, 392, 0.25), tone(0.09, 0.25, 494, 494, 0.25), tone(0.18, 0.4, 587, 587, 0.3)],
  points: [tone(0, 0.3, 1319, 1319, 0.12), tone(0.06, 0.4, 1760, 1760, 0.14)],
  turn: [tone(0, 0.9, 659, 659, 0.3), tone(0.16, 0.9, 880, 880, 0.3)],
};

let context: AudioContext | undefined;

function playTone(audio: AudioContext, { at, length, pitch, loudness, wave }: Tone): void {
  const begin = audio.currentTime + at;
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(pitch[0], begin);
  oscillator.frequency.exponentialRampToValueAtTime(pitch[1], begin + length);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(loudness * settings.volume, begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

/** Play a sound, if the reader wants sounds. */
export function playSound(sound: Sound): void {
  if (!settings.sound || settings.volume <= 0) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const each of TONES[sound]) playTone(context, each);
}

/** The sound of some events: the most important one. */
export function soundOf(events: readonly GameEvent[], sounds: Readonly<Record<string, string>>): Sound | undefined {
  const wanted = new Set(events.map(({ name }) => sounds[name]));
  return SOUNDS.find((sound) => wanted.has(sound));
}

/** Play the sound of some events. */
export function playEvents(events: readonly GameEvent[], sounds: Readonly<Record<string, string>>): void {
  const sound = soundOf(events, sounds);
  if (sound) playSound(sound);
}

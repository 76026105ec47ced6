/** The language in use. */

import { loadGroup, loadMessages, type TextGroup } from "./catalogue";
import type { Locale } from "./locales";
import { Translator, type Values } from "./translator";
import type { MessageKey, Messages } from "./types";

let current = $state.raw<Translator>();
// Not shown anywhere, so it need not be reactive.
// eslint-disable-next-line svelte/prefer-svelte-reactivity
const groups = new Map<TextGroup, Promise<void>>();

async function translatorOf(locale: Locale): Promise<Translator> {
  const names = [...groups.keys()];
  const loaded = await Promise.all([loadMessages(locale), ...names.map((group) => loadGroup(group, locale))]);
  return names.length === groups.size ? new Translator(locale, Object.assign({}, ...loaded) as Messages) : translatorOf(locale);
}

/** Switch to a language; everything shown is rendered again. */
export async function setLocale(locale: Locale): Promise<void> {
  current = await translatorOf(locale);
}

async function addGroup(group: TextGroup): Promise<void> {
  const locale = current?.locale;
  if (!locale) return;
  const messages = await loadGroup(group, locale);
  if (current?.locale === locale) current = new Translator(locale, { ...current.messages, ...messages });
}

/** Load a group of messages as well, now and for every language chosen later. */
export function loadTexts(group: TextGroup): Promise<void> {
  const loading = groups.get(group) ?? addGroup(group);
  groups.set(group, loading);
  return loading;
}

/** Load the messages for learners as well. */
export function loadLearningTexts(): Promise<void> {
  return loadTexts("learning");
}

/** The translator of the chosen language; `setLocale` must have been awaited once. */
export function translator(): Translator {
  if (!current) throw new Error("No language is loaded yet; await setLocale() before the page is mounted.");
  return current;
}

/** A message in the chosen language. */
export function t(key: MessageKey, values?: Values): string {
  return translator().t(key, values);
}

/** A message whose key is made at run time, or a fallback where there is none. */
export function tOr(key: string, fallback: string, values?: Values): string {
  return translator().tOr(key, fallback, values);
}

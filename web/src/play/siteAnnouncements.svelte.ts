/** The announcements of the operators that the reader has not hidden. */

import { administration, type Announcement } from "../api/administration";
import type { Locale } from "../messages/locales";
import { LOCALES } from "../messages/locales";

const HIDDEN = "kontor.hidden-announcements";
const CHECK_MS = 60_000;
const MOST_HIDDEN = 20;

function readHidden(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(HIDDEN) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

class SiteAnnouncements {
  #all = $state.raw<readonly Announcement[]>([]);
  #hidden = $state.raw(readHidden());

  /** Those that are shown now. */
  get shown(): readonly Announcement[] {
    return this.#all.filter(({ id }) => !this.#hidden.includes(id));
  }

  /** Keep them up to date while the page is visible; the returned function stops. */
  watch(): () => void {
    const check = () => void (document.hidden ? undefined : this.load());
    const timer = setInterval(check, CHECK_MS);
    document.addEventListener("visibilitychange", check);
    check();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }

  async load(): Promise<void> {
    const found = await administration.announcements().catch(() => undefined);
    if (found) this.#all = found.filter(({ until }) => until > Date.now());
  }

  /** Hide one in this browser. */
  hide(id: string): void {
    this.#hidden = [...this.#hidden, id].slice(-MOST_HIDDEN);
    try {
      localStorage.setItem(HIDDEN, JSON.stringify(this.#hidden));
    } catch {
      // without storage it is hidden until the page is loaded again
    }
  }
}

/** The text in the language of the reader, or in the first one there is. */
export function textFor(texts: Readonly<Record<string, string>>, locale: Locale): { text: string; lang: string } {
  const lang = [locale, ...LOCALES].find((each) => texts[each]) ?? locale;
  return { text: texts[lang] ?? "", lang };
}

export const siteAnnouncements = new SiteAnnouncements();

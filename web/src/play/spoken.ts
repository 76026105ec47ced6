/** What screen readers hear of new entries: one sentence for each move, and at once what concerns the reader. */

import type { Entry } from "../api/types";

export interface Spoken {
  readonly polite: string;
  readonly assertive: string;
}

interface Listener {
  /** The seats of the reader. */
  readonly held: readonly number[];
  /** Whether the reader decides now. */
  readonly decides: boolean;
  /** The sentence of an entry. */
  sentence(entry: Entry): string;
  /** Whether an entry disturbs the reader, such as a displacement. */
  disturbs(entry: Entry): boolean;
  /** That it is the reader's turn. */
  readonly yours: string;
}

/** The announcements of new entries; nothing is said twice. */
export function spokenOf(fresh: readonly Entry[], { held, decides, sentence, disturbs, yours }: Listener): Spoken {
  const disturbing = fresh.filter(disturbs);
  const polite = fresh.filter((entry) => !disturbing.includes(entry)).map(sentence);
  const foreign = fresh.some(({ kind, seat }) => kind === "move" && !held.includes(seat ?? -1));
  const urgent = disturbing.length > 0 ? disturbing.map(sentence) : decides && foreign ? [yours] : [];
  const joined = (texts: readonly string[]): string => texts.filter(Boolean).join(". ");
  return { polite: joined(polite), assertive: joined(urgent) };
}

/** Remembers in this browser up to which entry the reader has seen each table. */

const STORAGE_KEY = "kontor.seen";
const MOST_TABLES = 40;

type Seen = Readonly<Record<string, number>>;

function stored(): Seen {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Seen;
  } catch {
    return {};
  }
}

/** The last entry that the reader has seen at a table. */
export function seenNumber(table: string): number {
  return stored()[table] ?? 0;
}

/** Remember that the reader has seen a table up to an entry. */
export function markSeen(table: string, number: number): void {
  const others = Object.entries(stored()).filter(([id]) => id !== table);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST_TABLES), [table, number]])));
}

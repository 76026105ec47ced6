/** The finished lessons and puzzles, stored in this browser. */

const STORAGE_KEY = "kontor.lessons";

function stored(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((name): name is string => typeof name === "string") : [];
  } catch {
    return [];
  }
}

let done = $state.raw<readonly string[]>(stored());

/** Whether a lesson is done. */
export function isDone(game: string, lesson: string): boolean {
  return done.includes(`${game}/${lesson}`);
}

/** Store that a lesson is done. */
export function markDone(game: string, lesson: string): void {
  if (isDone(game, lesson)) return;
  done = [...done, `${game}/${lesson}`];
  localStorage.setItem(STORAGE_KEY, JSON.stringify(done));
}

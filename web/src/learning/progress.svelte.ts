/** Which lessons were done, kept in this browser. */

const KEPT = "kontor.lessons";

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((name): name is string => typeof name === "string") : [];
  } catch {
    return [];
  }
}

let done = $state.raw<readonly string[]>(kept());

/** Whether a lesson was done. */
export function isDone(game: string, lesson: string): boolean {
  return done.includes(`${game}/${lesson}`);
}

/** Remember that a lesson was done. */
export function markDone(game: string, lesson: string): void {
  if (isDone(game, lesson)) return;
  done = [...done, `${game}/${lesson}`];
  localStorage.setItem(KEPT, JSON.stringify(done));
}

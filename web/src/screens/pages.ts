/** The pages that the top bar and the menu lead to. */

export const PAGES = [
  { name: "play", route: [], icon: "city" },
  { name: "puzzles", route: ["puzzles"], icon: "help" },
  { name: "learn", route: ["learn"], icon: "book" },
  { name: "rules", route: ["rules"], icon: "rules" },
] as const;

type PageName = (typeof PAGES)[number]["name"];

const PLAY = new Set(["", "new", "join", "watch", "table"]);

/** The page to which an address belongs. */
export function pageOf(parts: readonly string[]): PageName | undefined {
  const [first = ""] = parts;
  if (PLAY.has(first)) return "play";
  return PAGES.find(({ name }) => name === first)?.name;
}

/** Requests about people: profiles, finished games and ratings. */

import { request } from "./client";
import type { FinishedGames, Profile, TableRatings } from "./types";

export type Opponents = "all" | "people" | "computers";

/** Which finished games are wanted; `after` is the `next` of the page before. */
export interface GameFilter {
  readonly game: string;
  readonly against: Opponents;
  readonly after?: string | null;
}

/** The profile of a person, as the reader may see it. */
export function profile(id: string): Promise<Profile> {
  return request<Profile>("GET", `/people/${encodeURIComponent(id)}/profile`);
}

/** A page of the finished games of a person. */
export function finishedGames(id: string, { game, against, after }: GameFilter): Promise<FinishedGames> {
  const query = new URLSearchParams({ against, ...(game ? { game } : {}), ...(after ? { after } : {}) });
  return request<FinishedGames>("GET", `/people/${encodeURIComponent(id)}/games?${query.toString()}`);
}

/** The ratings of the players of a table. */
export function tableRatings(id: string): Promise<TableRatings> {
  return request<TableRatings>("GET", `/tables/${id}/ratings`);
}

/** Open a table with the same people and settings, or sit down at it if it is open already; returns its id. */
export async function rematch(id: string): Promise<string> {
  return (await request<{ table_id: string }>("POST", `/tables/${id}/rematch`, {})).table_id;
}

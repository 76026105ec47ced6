/** What the map shows while a piece is put down: where it lay, its way to the spot that is pointed at, and what that leads to. */

import type { Mark, SpotId } from "../board/painter";
import { translator } from "../messages/i18n.svelte";
import type { TableView } from "./view.svelte";

/** The marks for the spot under the pointer or the keyboard focus. */
export function marksOf(view: TableView, pointed: SpotId | undefined): Mark[] {
  const { hand, painter, scene } = view;
  const ranks = [...view.planning.marks, ...view.answer.marks(pointed)];
  if (!hand.open) return ranks;
  const marks: Mark[] = [...ranks, ...hand.origins.map((spot): Mark => ({ sort: "origin", spot }))];
  const [from] = hand.origins;
  const to = view.draft.target ?? pointed;
  if (!to || !from || to === from || !(view.draft.target ?? hand.takes(to))) return marks;
  marks.push({ sort: "arrow", spot: to, from });
  const text = painter?.achievement?.(to, view.seat, scene, translator());
  return text ? [...marks, { sort: "note", spot: to, text }] : marks;
}

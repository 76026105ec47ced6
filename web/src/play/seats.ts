/** The names and notes of the players of a table. */

import type { Presence, PresenceNews, StatedPlan, TableRatings, TableSeat } from "../api/types";
import type { Painter, Scene, Seat } from "../board/painter";
import { reasonValues } from "../messages/sentences";
import type { Translator } from "../messages/translator";
import { OWNER_COLOURS } from "../theme/playerColours";

/** The name of a computer player: its level, and its style where it has one. */
export function agentName(agent: string, i18n: Translator): string {
  const [base = agent, style] = agent.split("+");
  const name = i18n.tOr(`agent.${base}`, base);
  return style ? `${name} (${style})` : name;
}

function nameOf(seat: TableSeat, i18n: Translator): string {
  if (seat.kind === "open") return i18n.t("seat.open");
  if (seat.former) return i18n.t("person.former");
  if (seat.is_bot) return i18n.t("seat.bot", { name: seat.name ?? "" });
  return seat.name ?? i18n.t("seat.computer", { number: seat.seat + 1 });
}

function noteOf(seat: TableSeat, presence: Presence, i18n: Translator): string {
  if (seat.kind === "agent") return agentName(seat.agent ?? "", i18n);
  if (seat.kind === "open") return i18n.t("seat.waited");
  if (seat.yours) return i18n.t("seat.you");
  const here = presence.seats.includes(seat.seat) ? i18n.t("seat.here") : i18n.t("seat.away");
  return seat.guest && !seat.is_bot ? `${i18n.t("person.guest")} · ${here}` : here;
}

/** The rating of a seat as a short text, with a question mark while it is provisional. */
function ratingOf(seat: number, ratings: TableRatings | undefined): string {
  const rating = ratings?.seats[seat]?.rating;
  return rating ? ` · ${rating.points}${rating.provisional ? "?" : ""}` : "";
}

/** The seats of a scene. */
export function sceneSeats(
  seats: readonly TableSeat[],
  presence: Presence,
  painter: Painter | undefined,
  i18n: Translator,
  ratings?: TableRatings,
): Seat[] {
  const colours = painter?.colours ?? OWNER_COLOURS;
  const names = seats.map((seat) => nameOf(seat, i18n));
  const alone = seats.filter(({ yours }) => yours).length === 1;
  return seats.map((seat, n) => {
    const [name = "", colour = "neutral"] = [names[n], colours[n % colours.length]];
    const unique = names.indexOf(name) === names.lastIndexOf(name);
    const full = unique ? name : i18n.t("seat.same", { name, colour: i18n.t(`owner.${colour}`) });
    return { name: full, colour, note: noteOf(seat, presence, i18n) + ratingOf(seat.seat, ratings), own: alone && seat.yours };
  });
}

/** A scene with the plans that computer players state. */
export function withPlans(scene: Scene, plans: readonly StatedPlan[], game: string, painter: Painter | undefined, i18n: Translator): Scene {
  if (plans.length === 0) return scene;
  const sentences = new Map(
    plans.map(({ seat, reason }) => [seat, i18n.t(reason.word === "gain" ? "seat.plan.gain" : "seat.plan.points", reasonValues(reason, game, painter, scene, i18n))]),
  );
  return { ...scene, seats: scene.seats.map((seat, n) => ({ ...seat, plan: sentences.get(n) ?? "" })) };
}

/** The seats of a table at which one person plays for all, as if only one of them were the reader's. */
export function seatsOfReader(seats: readonly Seat[], reader: number, i18n: Translator): Seat[] {
  return seats.map((seat, n) => {
    const name = n === reader ? i18n.t("puzzle.you") : i18n.t("seat.computer", { number: n + 1 });
    return { ...seat, name, note: "", own: n === reader };
  });
}

/** The presence after a message, which holds everything or only what has changed. */
export function changedPresence(presence: Presence, news: PresenceNews): Presence {
  const left = news.left ?? [];
  const known = (news.seats ?? presence.seats).filter((seat) => !left.includes(seat));
  const seats = [...new Set([...known, ...(news.joined ?? [])])].sort((a, b) => a - b);
  return { seats, watchers: news.watchers ?? presence.watchers };
}

/** The players of a table as painters and screens name them. */

import type { Presence, PresenceNews, TableSeat } from "../api/words";
import type { Painter, Seat } from "../board/painter";
import type { Translator } from "../messages/translator";
import { OWNER_COLOURS } from "../theme/owners";

/** A computer player by its level, and its style where it has one. */
export function agentName(agent: string, words: Translator): string {
  const [base = agent, style] = agent.split("+");
  const key = `agent.${base}`;
  const name = words.knows(key) ? words.say(key) : base;
  return style ? `${name} (${style})` : name;
}

function nameOf(seat: TableSeat, words: Translator): string {
  if (seat.kind === "open") return words.say("seat.open");
  return seat.name ?? words.say("seat.computer", { number: seat.seat + 1 });
}

function noteOf(seat: TableSeat, presence: Presence, words: Translator): string {
  if (seat.kind === "agent") return words.say("seat.agent", { level: agentName(seat.agent ?? "", words) });
  if (seat.kind === "open") return words.say("seat.waited");
  if (seat.yours) return words.say("seat.you");
  return presence.seats.includes(seat.seat) ? words.say("seat.here") : words.say("seat.away");
}

/** The seats of a scene. */
export function sceneSeats(
  seats: readonly TableSeat[],
  presence: Presence,
  painter: Painter | undefined,
  words: Translator,
): Seat[] {
  const colours = painter?.colours ?? OWNER_COLOURS;
  const names = seats.map((seat) => nameOf(seat, words));
  return seats.map((seat, n) => {
    const [name = "", colour = "neutral"] = [names[n], colours[n % colours.length]];
    const alone = names.indexOf(name) === names.lastIndexOf(name);
    const full = alone ? name : words.say("seat.same", { name, colour: words.say(`owner.${colour}`) });
    return { name: full, colour, note: noteOf(seat, presence, words) };
  });
}

/** Presence after a message about it, which tells everything or only what has changed. */
export function changedPresence(presence: Presence, news: PresenceNews): Presence {
  const left = news.left ?? [];
  const known = (news.seats ?? presence.seats).filter((seat) => !left.includes(seat));
  const seats = [...new Set([...known, ...(news.joined ?? [])])].sort((a, b) => a - b);
  return { seats, watchers: news.watchers ?? presence.watchers };
}

/** From the moves that the server offers to what can be pointed at and pressed. Nothing else is ever offered. */

import type { LegalMove } from "../api/words";
import type { Chart, Move, Painter, Scene, SpotId, Target } from "../board/painter";
import { moveSentence } from "../messages/narrate";
import type { Translator } from "../messages/translator";
import type { IconName } from "../parts/icons";

/** One legal move, and where and how it is told. */
export interface Offer {
  readonly words: string;
  readonly move: Move;
  readonly spot: SpotId | undefined;
  /** Whether the spot lies on the map; otherwise it lies on a desk, or nowhere. */
  readonly onMap: boolean;
  readonly label: string;
  /** A few characters shown beside the spot. */
  readonly tag?: string | undefined;
}

/** What was picked so far of a move that is not complete. */
export interface Picked {
  readonly verb?: string | undefined;
  readonly spot?: SpotId | undefined;
}

/** A sort of move that is offered, or usual and not offered now: then its count is 0. */
export interface Row {
  readonly verb: string;
  readonly name: string;
  readonly note: string;
  readonly icon: IconName;
  readonly count: number;
  readonly picked: boolean;
}

export interface Choices {
  readonly rows: readonly Row[];
  /** Moves that are pressed: what is left of a picked spot or sort. */
  readonly buttons: readonly Offer[];
  /** Moves that close something. */
  readonly closing: readonly Offer[];
  readonly targets: readonly Target[];
}

/** How a game without a painter is offered: everything is pressed. */
export function plainOffers(moves: readonly LegalMove[]): Offer[] {
  return moves.map(({ words, move }) => ({ words, move: move as Move, spot: undefined, onMap: false, label: words }));
}

/** Every legal move with its place and its words. */
export function offersOf(
  moves: readonly LegalMove[],
  painter: Painter,
  scene: Scene,
  spots: Chart["spots"],
  words: Translator,
): Offer[] {
  return moves.map((legal) => {
    const move = legal.move as Move;
    const spot = painter.spotOf(move, scene);
    const label = moveSentence(painter.game, painter, move, scene, words);
    const onMap = spot !== undefined && spots.has(spot);
    return { words: legal.words, move, spot, onMap, label, tag: painter.turn.tag(move, scene) };
  });
}

/** The name of a sort of move. */
export function verbName(game: string, verb: string, words: Translator): string {
  const key = `${game}.verb.${verb}`;
  return words.knows(key) ? words.say(key) : verb;
}

function rowsOf(open: readonly Offer[], ends: boolean, painter: Painter, picked: string | undefined, scene: Scene, words: Translator): Row[] {
  const sorts = new Map<string, Move[]>(ends ? painter.turn.usual.map((verb) => [verb, []]) : []);
  for (const { move } of open) sorts.set(move.do, [...(sorts.get(move.do) ?? []), move]);
  const order = Object.keys(painter.icons);
  const rows = [...sorts].map(([verb, moves]) => ({
    verb,
    count: moves.length,
    name: verbName(painter.game, verb, words),
    note: moves.length > 0 ? painter.turn.note(verb, moves, scene, words) : words.say("play.idle"),
    icon: painter.icons[verb] ?? ("dice" as const),
    picked: verb === picked,
  }));
  return rows.sort((one, other) => order.indexOf(one.verb) - order.indexOf(other.verb));
}

function targetsOf(offers: readonly Offer[], picked: SpotId | undefined, tagged: boolean, words: Translator): Target[] {
  const bySpot = new Map<SpotId, Offer[]>();
  for (const offer of offers) if (offer.spot) bySpot.set(offer.spot, [...(bySpot.get(offer.spot) ?? []), offer]);
  return [...bySpot].map(([spot, [first, ...more]]) => ({
    spot,
    label: more.length > 0 ? words.say("play.several", { count: more.length + 1 }) : (first?.label ?? ""),
    chosen: spot === picked,
    ...(tagged && first?.tag ? { tag: first.tag } : {}),
  }));
}

/** What can be chosen after what was picked so far. */
export function choicesOf(offers: readonly Offer[], painter: Painter, picked: Picked, scene: Scene, words: Translator): Choices {
  const closing = offers.filter(({ move }) => painter.closing.includes(move.do));
  const open = offers.filter(({ move }) => !painter.closing.includes(move.do));
  const ends = closing.some(({ move }) => move.do === painter.closing.at(-1));
  const rows = rowsOf(open, ends, painter, picked.verb, scene, words);
  const offered = rows.filter(({ count }) => count > 0);
  const verb = picked.verb ?? (offered.length === 1 ? offered[0]?.verb : undefined);
  const among = open.filter(({ move }) => !verb || move.do === verb);
  const here = among.filter(({ spot }) => picked.spot !== undefined && spot === picked.spot);
  const pressed = verb ? among.filter(({ onMap }) => !onMap) : [];
  return {
    rows,
    closing,
    buttons: picked.spot === undefined ? pressed : here,
    targets: targetsOf(among, picked.spot, verb !== undefined, words),
  };
}

/** The moves at a spot that are still possible. */
export function offersAt(offers: readonly Offer[], spot: SpotId, verb: string | undefined): Offer[] {
  return offers.filter((offer) => offer.spot === spot && (!verb || offer.move.do === verb));
}

/** The sorts of moves that are offered. */
export function verbsOf(offers: readonly Offer[]): ReadonlySet<string> {
  return new Set(offers.map(({ move }) => move.do));
}

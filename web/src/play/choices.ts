/** Turns the legal moves of the server into rows, tiles, cards and targets. Nothing else can be chosen. */

import type { LegalMove } from "../api/types";
import type { Choosing, Input, SpotMap, Move, Painter, Scene, SpotId, Target } from "../board/painter";
import { moveSentence } from "../messages/sentences";
import type { Translator } from "../messages/translator";
import type { IconName } from "../parts/icons";

/** A legal move with its spot and its text. */
export interface Offer {
  readonly words: string;
  readonly move: Move;
  readonly spot: SpotId | undefined;
  /** Whether the spot lies on the map and not on a desk. */
  readonly onMap: boolean;
  readonly label: string;
  /** A few characters shown beside the spot. */
  readonly tag?: string | undefined;
}

/** The parts of a move that were picked so far. */
export interface Picked {
  readonly verb?: string | undefined;
  readonly spot?: SpotId | undefined;
  /** With what the spot was picked. */
  readonly input?: Input | undefined;
}

/** The moves with one verb; a usual verb without legal moves has the count 0. */
export interface Row {
  readonly verb: string;
  readonly name: string;
  readonly note: string;
  readonly icon: IconName;
  readonly count: number;
  readonly picked: boolean;
}

/** The moves that are chosen at a place: tiles for a picked spot, the default first, or cards that open by themselves. */
export interface Chooser {
  readonly kind: "tiles" | "cards";
  /** The spots beside which it opens. */
  readonly place: readonly SpotId[];
  /** Whether the place lies on the map and not on a desk. */
  readonly onMap: boolean;
  readonly offers: readonly Offer[];
}

export interface Choices {
  readonly rows: readonly Row[];
  /** The moves of the verb that have no spot on the map. */
  readonly buttons: readonly Offer[];
  readonly chooser: Chooser | undefined;
  /** Moves that end a step or the turn. */
  readonly closing: readonly Offer[];
  readonly targets: readonly Target[];
}

export const NOTHING: Choices = { rows: [], buttons: [], closing: [], chooser: undefined, targets: [] };

/** The offers of a game without a painter: a button for each move. */
export function plainOffers(moves: readonly LegalMove[]): Offer[] {
  return moves.map(({ words, move }) => ({ words, move: move as Move, spot: undefined, onMap: false, label: words }));
}

/** The legal moves with their spots and texts. */
export function offersOf(
  moves: readonly LegalMove[],
  painter: Painter,
  scene: Scene,
  spots: SpotMap["spots"],
  i18n: Translator,
): Offer[] {
  const found = moves.map((legal) => {
    const move = legal.move as Move;
    const spot = painter.spotOf(move, scene);
    const label = painter.decisionLabel?.(move, scene, i18n) ?? moveSentence(painter.game, painter, move, scene, i18n);
    const onMap = spot !== undefined && spots.has(spot);
    return { words: legal.words, move, spot, onMap, label, tag: painter.turn.tag(move, scene) };
  });
  const rank = ({ move }: Offer): number => painter.choosing?.rank(move) ?? 0;
  return found.sort((one, other) => rank(one) - rank(other));
}

/** The name of a verb. */
export function verbName(game: string, verb: string, i18n: Translator): string {
  return i18n.tOr(`${game}.verb.${verb}`, verb);
}

function rowsOf(open: readonly Offer[], ends: boolean, painter: Painter, picked: string | undefined, scene: Scene, i18n: Translator): Row[] {
  const byVerb = new Map<string, Move[]>(ends ? painter.turn.usual.map((verb) => [verb, []]) : []);
  for (const { move } of open) byVerb.set(move.do, [...(byVerb.get(move.do) ?? []), move]);
  const order = Object.keys(painter.icons);
  const rows = [...byVerb].map(([verb, moves]) => ({
    verb,
    count: moves.length,
    name: verbName(painter.game, verb, i18n),
    note: moves.length > 0 ? painter.turn.note(verb, moves, scene, i18n) : i18n.tOr(`${painter.game}.idle.${verb}`, i18n.t("play.idle")),
    icon: painter.icons[verb] ?? ("dice" as const),
    picked: verb === picked,
  }));
  return rows.sort((one, other) => order.indexOf(one.verb) - order.indexOf(other.verb));
}

/** What the targets of a decision show beside their spots. */
interface Marks {
  readonly picked: SpotId | undefined;
  readonly tagged: boolean;
  readonly cards: readonly Offer[];
}

function targetsOf(offers: readonly Offer[], marks: Marks, choosing: Choosing | undefined, i18n: Translator): Target[] {
  const bySpot = new Map<SpotId, Offer[]>();
  for (const offer of offers) if (offer.spot) bySpot.set(offer.spot, [...(bySpot.get(offer.spot) ?? []), offer]);
  return [...bySpot].map(([spot, here]) => {
    const [first, ...more] = here as [Offer, ...Offer[]];
    const pill = choosing?.pill?.(first.move, i18n);
    return {
      spot,
      label: more.length > 0 ? i18n.t("play.several", { count: more.length + 1 }) : first.label,
      chosen: spot === marks.picked,
      opens: !playsAt(here, false, false, choosing),
      ...(marks.tagged && first.tag ? { tag: first.tag } : {}),
      ...(marks.cards.includes(first) ? { number: marks.cards.indexOf(first) + 1 } : {}),
      ...(pill ? { pill } : {}),
    };
  });
}

function chooserOf(open: readonly Offer[], here: readonly Offer[], painter: Painter, scene: Scene): Chooser | undefined {
  const { choosing } = painter;
  if (open.length > 0 && choosing?.place && open.every(({ move }) => choosing.cards.includes(move.do))) {
    return { kind: "cards", place: choosing.place(scene), onMap: true, offers: open };
  }
  const [first] = here;
  return first?.spot ? { kind: "tiles", place: [first.spot], onMap: first.onMap, offers: here } : undefined;
}

/** The choices that remain after what was picked so far. */
export function choicesOf(offers: readonly Offer[], painter: Painter, picked: Picked, scene: Scene, i18n: Translator): Choices {
  const closing = offers.filter(({ move }) => painter.closing.includes(move.do));
  const open = offers.filter(({ move }) => !painter.closing.includes(move.do));
  const ends = closing.some(({ move }) => move.do === painter.closing.at(-1));
  const rows = rowsOf(open, ends, painter, picked.verb, scene, i18n);
  const offered = rows.filter(({ count }) => count > 0);
  const verb = picked.verb ?? (offered.length === 1 ? offered[0]?.verb : undefined);
  const among = open.filter(({ move }) => !verb || move.do === verb);
  const here = among.filter(({ spot }) => picked.spot !== undefined && spot === picked.spot);
  const chooser = chooserOf(open, here, painter, scene);
  const cards = chooser?.kind === "cards" ? chooser.offers : [];
  return {
    rows,
    closing,
    buttons: verb && cards.length === 0 ? among.filter(({ onMap }) => !onMap) : [],
    chooser,
    targets: targetsOf(among, { picked: picked.spot, tagged: verb !== undefined, cards }, painter.choosing, i18n),
  };
}

/** The moves at a spot, with one verb or all. */
export function offersAt(offers: readonly Offer[], spot: SpotId, verb: string | undefined): Offer[] {
  return offers.filter((offer) => offer.spot === spot && (!verb || offer.move.do === verb));
}

/** The move that the same click again, Enter or the key 1 takes; cards have none. */
export function defaultOffer(chooser: Chooser): Offer | undefined {
  return chooser.kind === "tiles" ? chooser.offers[0] : undefined;
}

/**
 * Whether choosing a spot plays the first of its moves. The second time it does. The first time it does if there is
 * only one, unless that displaces somebody; a finger hides what it touches, so that a tap plays fewer moves than a click.
 */
export function playsAt(here: readonly Offer[], again: boolean, touched: boolean, choosing: Choosing | undefined): boolean {
  const [first, ...more] = here;
  if (!first) return false;
  if (again) return more.length === 0 || !choosing?.cards.includes(first.move.do);
  if (more.length > 0 || choosing?.careful.includes(first.move.do)) return false;
  return !touched || choosing?.direct.includes(first.move.do) === true;
}

/** The verbs of the offers. */
export function verbsOf(offers: readonly Offer[]): ReadonlySet<string> {
  return new Set(offers.map(({ move }) => move.do));
}

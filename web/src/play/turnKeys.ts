/** The keys of a turn: verbs, tiles, undo, the end of the turn, hint and back. */

import type { Hints } from "../learning/hints.svelte";
import { translator } from "../messages/i18n.svelte";
import { verbName } from "./choices";
import { shortcut, type Shortcut } from "./shortcuts.svelte";
import type { TurnControl } from "./turn.svelte";

/** The verbs of an ordinary turn and those that are offered, each with its key. */
export function verbKeys(turn: TurnControl): Shortcut[] {
  const { painter, choices } = turn.view;
  if (!painter) return [];
  const offered = choices.rows.map(({ verb }) => verb);
  return Object.entries(painter.turn.keys)
    .filter(([verb]) => painter.turn.usual.includes(verb) || offered.includes(verb))
    .map(([verb, key]) => ({
      keys: [key],
      meaning: verbName(painter.game, verb, translator()),
      run: offered.includes(verb) ? () => void turn.keyVerb(verb) : undefined,
    }));
}

/** End the turn, or the step that has no end of the turn. */
function endRun({ view, end }: TurnControl): (() => void) | undefined {
  if (end.offer) return () => end.press();
  const [step] = view.choices.closing;
  return step && (() => view.play(step));
}

/** What Enter does: send the end of the turn, stay in a turn that asks, or end one in which nothing is left. */
function defaultRun({ view, end, isDone }: TurnControl): (() => void) | undefined {
  if (view.ended) return () => end.send();
  if (end.asks) return () => end.keepPlaying();
  return end.offer && isDone && !view.picked.verb ? () => end.press() : undefined;
}

/** The keys of a turn; those that have nothing to do now have no function. */
export function turnKeys(turn: TurnControl, hints: Hints): Shortcut[] {
  const { view } = turn;
  const { buttons } = view.choices;
  const press = (key: string): void => {
    const offer = buttons[Number(key) - 1];
    if (offer) view.play(offer);
  };
  return [
    ...verbKeys(turn),
    shortcut("tile", buttons.length > 0 ? press : undefined),
    shortcut("default", defaultRun(turn)),
    shortcut("back", () => turn.back()),
    shortcut("undo", view.isNow && view.store.latest?.undo && !view.store.sending ? () => turn.undo() : undefined),
    shortcut("end", endRun(turn)),
    ...(hints.allowed ? [shortcut("hint", hints.available ? () => void hints.ask() : undefined)] : []),
  ];
}

/** What a board is given: what it draws, what can be chosen, and whom it tells. */

import type { Snippet } from "svelte";
import type { Opened, ChoicePreview } from "./choicePreview";
import type { Arrow, Happening, Input, Mark, MoveMark, Painter, Scene, SpotId, Target, Trace } from "./painter";

export interface BoardProps {
  painter: Painter;
  scene: Scene;
  targets?: readonly Target[];
  traces?: readonly Trace[];
  /** The seat whose pieces are brought out. */
  highlighted?: number | undefined;
  arrows?: readonly Arrow[];
  /** What is drawn above the spots while a choice is made. */
  marks?: readonly Mark[];
  /** What is added to the names of spots, such as the order of a piece. */
  notes?: Readonly<Record<SpotId, string>>;
  /** Numbered marks of past moves. */
  moveMarks?: readonly MoveMark[];
  /** A caption, and the spot beside which it is shown. */
  caption?: Snippet | undefined;
  captioned?: SpotId | undefined;
  /** The spot to show first where the whole map would be too small. */
  start?: SpotId | undefined;
  /** The number of the entry after which the scene is shown. */
  number?: number;
  /** What happened since an earlier entry, if it is to be shown as motion. */
  happened?: ((since: number) => Happening | undefined) | undefined;
  /** What opens beside some spots, and its content. */
  opened?: Opened | undefined;
  chooser?: Snippet;
  preview?: ChoicePreview;
  /** The reader is about to choose something. */
  oninput?: () => void;
  /** A target was chosen. */
  onpick?: (spot: SpotId, input: Input) => void;
  /** A place without a spot was clicked, or what is open was closed. */
  onleave?: () => void;
  /** A spot that is no target was clicked. */
  oninspect?: (spot: SpotId) => void;
  onhover?: (spot: SpotId | undefined) => void;
  /** A spot has the focus of the keyboard. */
  onfocusspot?: (spot: SpotId | undefined) => void;
}

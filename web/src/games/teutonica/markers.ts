/** The pictures of bonus markers: `markers.svg` holds one symbol per marker, named `marker-` and the id of the marker. */

import { installSymbols } from "../../parts/icons";
import pictures from "../../../../src/kontor/games/teutonica/data/markers.svg?raw";

const DRAWN = new Set([...pictures.matchAll(/id="marker-([\w-]+)"/g)].map(([, id]) => id));
const FACE_DOWN = "?";

installSymbols(pictures);

/** The symbol of a marker: its own, a plain one for a marker without a picture, or none for one that lies face down. */
export function symbolOf(marker: string): string | undefined {
  if (marker === FACE_DOWN) return undefined;
  return DRAWN.has(marker) ? `#marker-${marker}` : "#i-marker";
}

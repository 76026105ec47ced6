/**
 * The colours of players: their marks, and three palettes, each safe for colour-blind people. "heraldry" is the standard
 * palette, heraldic tinctures on a ladder of lightness; "harbour" is the widely used set of Okabe and Ito, for red-green
 * blindness; "lantern" has five steps from pale to dark, so that lightness alone tells them apart.
 */

import colours from "../../../src/kontor/core/drawing/data/player_colours.json";

export const PALETTES = ["heraldry", "harbour", "lantern"] as const;
export type Palette = (typeof PALETTES)[number];

export const OWNER_COLOURS = ["red", "blue", "yellow", "green", "purple", "grey", "white", "neutral"] as const;
export type OwnerColour = (typeof OWNER_COLOURS)[number];

export const MARKS = ["cross", "chevron", "roundel", "bend", "pales", "none"] as const;
export type Mark = (typeof MARKS)[number];

export const MARK_OF = colours.marks as Readonly<Record<OwnerColour, Mark>>;

/** Fill, side, top and mark of a piece. */
export type Tones = readonly [fill: string, side: string, top: string, mark: string];

type Shades = Readonly<Record<OwnerColour, Tones>>;

export const SHADES = colours.palettes as unknown as Readonly<Record<Palette, Readonly<Record<"light" | "dark", Shades>>>>;

/** The style sheet that gives every owner colour its tones under each palette and theme. */
export function playerColourCss(): string {
  const rules: string[] = [];
  for (const palette of PALETTES) {
    for (const theme of ["light", "dark"] as const) {
      for (const owner of OWNER_COLOURS) {
        const [fill, side, top, mark] = SHADES[palette][theme][owner];
        const tones = `--piece:${fill};--piece-side:${side};--piece-top:${top};--mark:${mark}`;
        rules.push(`[data-palette="${palette}"][data-theme="${theme}"] [data-owner="${owner}"]{${tones}}`);
      }
    }
  }
  return rules.join("\n");
}

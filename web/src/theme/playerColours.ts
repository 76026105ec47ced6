/** The colours of players: their marks, and three palettes, each safe for colour-blind people. */

export const PALETTES = ["heraldry", "harbour", "lantern"] as const;
export type Palette = (typeof PALETTES)[number];

export const OWNER_COLOURS = ["red", "blue", "yellow", "green", "purple", "grey", "white", "neutral"] as const;
export type OwnerColour = (typeof OWNER_COLOURS)[number];

export const MARKS = ["cross", "chevron", "roundel", "bend", "pales", "none"] as const;
export type Mark = (typeof MARKS)[number];

export const MARK_OF: Readonly<Record<OwnerColour, Mark>> = {
  red: "cross",
  blue: "chevron",
  yellow: "roundel",
  green: "bend",
  purple: "pales",
  grey: "chevron",
  white: "cross",
  neutral: "none",
};

/** Fill, side, top and mark of a piece. */
export type Tones = readonly [fill: string, side: string, top: string, mark: string];

type Shades = Readonly<Record<OwnerColour, Tones>>;

const DARK_MARK = "#2a211a";
const PALE_MARK = "#fff6e4";
const NEUTRAL: Tones = ["#e4e0d4", "#b5b0a1", "#f6f3ea", DARK_MARK];
const GREY: Tones = ["#5b6670", "#3e474f", "#86919b", PALE_MARK];
const WHITE: Tones = ["#fbf7ec", "#cfc6b0", "#ffffff", DARK_MARK];
const NIGHT_GREY: Tones = ["#7c8892", "#566069", "#a5b0b9", "#10151a"];

/** Heraldic tinctures on a ladder of lightness: the standard palette. */
const heraldry: Shades = {
  red: ["#bf2f28", "#8e1f1a", "#db5a50", PALE_MARK],
  blue: ["#2f6fc0", "#1f4e8b", "#5d95dc", PALE_MARK],
  yellow: ["#f7dc4e", "#c4a51a", "#fff08a", DARK_MARK],
  green: ["#63b896", "#3f8a6c", "#90d4b8", "#1d2a24"],
  purple: ["#472066", "#2d1244", "#6b3f90", PALE_MARK],
  grey: GREY,
  white: WHITE,
  neutral: NEUTRAL,
};

const heraldryNight: Shades = {
  red: ["#d8463b", "#9a2a22", "#ee7468", PALE_MARK],
  blue: ["#4a86dc", "#2f5ea4", "#86b4f4", "#0a1020"],
  yellow: ["#f5d44a", "#c49b24", "#ffee94", DARK_MARK],
  green: ["#93e0b4", "#58a884", "#bdf2d4", "#12221b"],
  purple: ["#5a2c94", "#3a1764", "#8457bd", PALE_MARK],
  grey: NIGHT_GREY,
  white: WHITE,
  neutral: NEUTRAL,
};

/** The widely used set of Okabe and Ito, for red-green blindness. */
const harbour: Shades = {
  red: ["#d55e00", "#984300", "#f08a3c", "#1c0d00"],
  blue: ["#0072b2", "#004f7d", "#3f9bd3", PALE_MARK],
  yellow: ["#f0dc30", "#bca614", "#fbee80", DARK_MARK],
  green: ["#2fae86", "#14735a", "#6fd0b0", "#06231a"],
  purple: ["#4a0f3c", "#2c0624", "#7a3468", PALE_MARK],
  grey: ["#66717b", "#464f57", "#909ba5", PALE_MARK],
  white: WHITE,
  neutral: NEUTRAL,
};

/** Five steps from pale to dark, so that lightness alone tells them apart. */
const lantern: Shades = {
  red: ["#d0493c", "#982e24", "#e77d72", "#1d0604"],
  blue: ["#245a9e", "#153b6d", "#4a80c4", PALE_MARK],
  yellow: ["#f3d95a", "#c0a232", "#fdefa0", DARK_MARK],
  green: ["#8cc0a6", "#578f74", "#b6dcc8", "#12221b"],
  purple: ["#23122f", "#12081a", "#4a3359", PALE_MARK],
  grey: ["#6d7880", "#4a5258", "#98a3ab", "#0b0f12"],
  white: WHITE,
  neutral: NEUTRAL,
};

export const SHADES: Readonly<Record<Palette, Readonly<Record<"light" | "dark", Shades>>>> = {
  heraldry: { light: heraldry, dark: heraldryNight },
  harbour: { light: harbour, dark: harbour },
  lantern: { light: lantern, dark: lantern },
};

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

/** The icons and colours of goods. */

import type { IconName } from "../../parts/icons";
import type { Good } from "./types";

export interface GoodLook {
  readonly fill: string;
  readonly sign: string;
  readonly icon: IconName;
}

const DARK = "#2a1600";
const PALE = "#fff4de";

export const GOODS: Readonly<Record<Good, GoodLook>> = {
  orange: { fill: "#e08a2e", sign: DARK, icon: "good-grain" },
  brown: { fill: "#7a5236", sign: PALE, icon: "good-wax" },
  red: { fill: "#b83a32", sign: PALE, icon: "good-cloth" },
  green: { fill: "#4f8a45", sign: PALE, icon: "good-timber" },
  blue: { fill: "#3b6fa8", sign: PALE, icon: "good-fish" },
  pink: { fill: "#dd8fb0", sign: "#3a0f22", icon: "good-wine" },
};

/** What is printed on a desk. */

import type { IconName } from "../../../parts/icons";
import type { Translator } from "../../../messages/translator";
import type { Ability, Kind } from "../words";

export type Printed = number | "all" | "white" | "orange" | "pink" | "black";

export const ABILITIES: readonly Ability[] = ["keys", "actions", "privilege", "book", "bank"];

export const ABILITY_VALUES: Readonly<Record<Ability, readonly Printed[]>> = {
  keys: [1, 2, 2, 3, 4],
  actions: [2, 3, 3, 4, 4, 5],
  privilege: ["white", "orange", "pink", "black"],
  book: [2, 3, 4, 5],
  bank: [3, 5, 7, "all"],
};

/** Pieces paid for displacing a piece, by its kind. */
export const TOLLS: Readonly<Record<Kind, number>> = { t: 1, m: 2 };

export const ABILITY_ICONS: Readonly<Record<Ability, IconName>> = {
  keys: "key",
  actions: "actions",
  privilege: "privilege",
  book: "book",
  bank: "bank",
};

const ROMAN: Readonly<Partial<Record<Printed, string>>> = { white: "I", orange: "II", pink: "III", black: "IV" };

/** A value as it stands on the desk: privileges by rank, and C for all. */
export function printedSign(value: Printed | undefined): string {
  if (value === undefined) return "";
  return value === "all" ? "C" : (ROMAN[value] ?? String(value));
}

/** A value in words. */
export function valueWord(value: Printed | undefined, words: Translator): string {
  if (value === undefined) return "";
  if (value === "all") return words.say("teutonica.desk.all");
  return typeof value === "number" ? String(value) : words.say(`teutonica.privilege.${value}`);
}

export const MARKER_ICONS: Readonly<Record<string, IconName>> = {
  "additional-post": "extra-post",
  "exchange-posts": "exchange-posts",
  "develop-ability": "develop",
  "remove-3": "remove-3",
  "move-3": "move-3",
  "swap-marker": "swap-marker",
  tribute: "tribute",
  block: "block",
  "move-2-any": "move",
  "develop-privilege": "privilege",
  "green-city-post": "extra-post",
  "place-2-from-route": "place",
  "place-2-wales-scotland": "place",
};

/** Markers that show a number instead of a picture. */
export const MARKER_SIGNS: Readonly<Record<string, string>> = { "actions-3": "+3", "actions-4": "+4" };

export const FAVOUR_ICONS: Readonly<Record<string, IconName>> = {
  "displaced-anywhere": "move",
  "extra-action": "actions",
  "income-share": "income",
  "displaced-trader-two": "displace",
  "cities-double": "city",
  "abilities-seven": "develop",
};

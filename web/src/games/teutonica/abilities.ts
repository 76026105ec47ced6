/** The abilities on a desk: their icons, and their values, which come with the game's description. */

import type { Scene } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import type { IconName } from "../../parts/icons";
import { componentsOf, type Ability, type AbilityValue } from "./types";

export const ABILITIES: readonly Ability[] = ["keys", "actions", "privilege", "book", "bank"];

export const ABILITY_ICONS: Readonly<Record<Ability, IconName>> = {
  keys: "key",
  actions: "actions",
  privilege: "privilege",
  book: "book",
  bank: "bank",
};

const WHOLE_STOCK = "all";
const ROMAN = ["I", "II", "III", "IV", "V"];

/** The values of an ability by level. */
export function abilityValues(scene: Scene, ability: Ability): readonly AbilityValue[] {
  return componentsOf(scene).abilities?.[ability] ?? [];
}

/** The value of an ability at a level. */
export function abilityValue(scene: Scene, ability: Ability, level: number): AbilityValue | undefined {
  return abilityValues(scene, ability)[level];
}

/** A value as printed on the desk: a number, a Roman numeral for the rank of a privilege, or C for the whole stock. */
export function printedValue(scene: Scene, ability: Ability, level: number): string {
  const value = abilityValue(scene, ability, level) ?? "";
  if (ability === "privilege") return ROMAN[level] ?? "";
  return value === WHOLE_STOCK ? "C" : String(value);
}

/** A value as text. */
export function valueText(value: AbilityValue | undefined, i18n: Translator): string {
  if (value === undefined) return "";
  if (value === WHOLE_STOCK) return i18n.t("teutonica.desk.all");
  return typeof value === "number" ? String(value) : i18n.tOr(`teutonica.privilege.${value}`, value);
}

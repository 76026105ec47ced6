/** The icons of the emperor's favours. */

import type { IconName } from "../../parts/icons";

const ICONS: Readonly<Record<string, IconName>> = {
  "displaced-anywhere": "move",
  "extra-action": "actions",
  "income-share": "income",
  "displaced-trader-two": "displace",
  "cities-double": "city",
  "abilities-seven": "develop",
};

/** The icon of a favour. */
export function favourIcon(favour: string): IconName {
  return ICONS[favour] ?? "crown";
}

/** The icons of the sprite, and the sprite itself. */

import sprite from "../../../src/kontor/core/drawing/data/sprite.svg?raw";

export const ICONS = [
  "key",
  "actions",
  "privilege",
  "book",
  "bank",
  "trader",
  "merchant",
  "income",
  "place",
  "displace",
  "move",
  "route",
  "marker",
  "develop",
  "remove-3",
  "tavern",
  "coin",
  "prestige",
  "complete",
  "east-west",
  "network",
  "city",
  "undo",
  "redo",
  "end-turn",
  "log",
  "rules",
  "settings",
  "zoom-in",
  "zoom-out",
  "fit",
  "up",
  "down",
  "left",
  "right",
  "menu",
  "person",
  "computer",
  "link",
  "moon",
  "sun",
  "globe",
  "check",
  "close",
  "plus",
  "help",
  "dice",
  "ship",
  "barrel",
  "warehouse",
  "buy",
  "build",
  "sell",
  "restock",
  "stock",
  "purse",
  "good-grain",
  "good-wax",
  "good-cloth",
  "good-timber",
  "good-fish",
  "good-wine",
  "swap-marker",
  "letter",
  "sealed",
  "crown",
  "palette",
  "pawn",
] as const;
export type IconName = (typeof ICONS)[number];

/** Put SVG symbols into the page, so that drawings can refer to them. */
export function installSymbols(svg: string): void {
  document.body.insertAdjacentHTML("afterbegin", svg);
}

/** Put the shared sprite of icons and pieces into the page. */
export function installSprite(): void {
  installSymbols(sprite);
}

/** Adds the keys of this game's messages to those that `t` accepts. */

import type learning from "./learning/en.json";
import type messages from "./messages/en.json";

type Learning = typeof learning;
type Texts = typeof messages;

declare module "../../messages/types" {
  interface GameMessages extends Learning, Texts {}
}

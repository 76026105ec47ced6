/** The messages for learners in one language. */

import type { Messages } from "../types";
import lessons from "./lessons.json";
import rules from "./rules.json";
import study from "./study.json";

const games = import.meta.glob<Messages>("../../games/*/learning/de.json", { eager: true, import: "default" });

const messages: Messages = Object.assign({}, lessons, rules, study, ...Object.values(games));
export default messages;

/** The messages of the interface and of all games in one language. */

import type { Messages } from "../types";
import ui from "./ui.json";

const games = import.meta.glob<Messages>("../../games/*/messages/de.json", { eager: true, import: "default" });

const messages: Messages = Object.assign({}, ui, ...Object.values(games));
export default messages;

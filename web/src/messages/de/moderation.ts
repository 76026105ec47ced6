/** The messages of reports, blocks and the page of the operators in one language. */

import type { Messages } from "../types";
import moderation from "./moderation.json";

const messages: Messages = moderation;
export default messages;

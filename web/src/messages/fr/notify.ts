/** The messages about notices and notifications in one language. */

import type { Messages } from "../types";
import notify from "./notify.json";

const messages: Messages = notify;
export default messages;

/** The messages of the home pages in one language. */

import type { Messages } from "../types";
import home from "./home.json";

const messages: Messages = home;
export default messages;

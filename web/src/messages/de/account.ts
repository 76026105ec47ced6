/** The messages of the account pages in one language. */

import type { Messages } from "../types";
import account from "./account.json";

const messages: Messages = account;
export default messages;

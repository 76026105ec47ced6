/** The messages of invitations, friends, groups and tournaments in one language. */

import type { Messages } from "../types";
import groups from "./groups.json";

const messages: Messages = groups;
export default messages;

/** The messages of profiles in one language. */

import type { Messages } from "../types";
import profile from "./profile.json";

const messages: Messages = profile;
export default messages;

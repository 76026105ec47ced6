/** The keys and texts of messages: ICU texts per language, with the same keys in every language. */

import type account from "./en/account.json";
import type home from "./en/home.json";
import type lessons from "./en/lessons.json";
import type moderation from "./en/moderation.json";
import type notify from "./en/notify.json";
import type groups from "./en/groups.json";
import type profile from "./en/profile.json";
import type rules from "./en/rules.json";
import type study from "./en/study.json";
import type ui from "./en/ui.json";

/** The messages of all games. Each game merges the keys of its own files into this interface. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface GameMessages {}

type EnglishMessages = typeof ui & typeof account & typeof groups & typeof home & typeof lessons & typeof moderation & typeof notify & typeof profile & typeof rules & typeof study & GameMessages;

export type MessageKey = keyof EnglishMessages & string;
export type Messages = Readonly<Record<string, string>>;

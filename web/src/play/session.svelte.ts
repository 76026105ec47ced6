/** The account of this browser. */

import { api } from "../api/client";
import type { Person } from "../api/types";
import { t } from "../messages/i18n.svelte";

class Session {
  person = $state.raw<Person>();

  /** Load the account of this browser; there may be none yet. */
  async load(): Promise<void> {
    this.person = await api.session();
  }

  /** Make sure there is an account: the present one, or a new guest with a name. */
  async ensure(name?: string): Promise<Person> {
    if (this.person && (!name || name === this.person.name)) return this.person;
    this.person = await api.createSession(name ?? t("start.guest"));
    return this.person;
  }
}

export const session = new Session();

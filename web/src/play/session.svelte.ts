/** The account of this browser. */

import { api, isUnavailable } from "../api/client";
import type { Person } from "../api/types";
import { t } from "../messages/i18n.svelte";
import { suspensionOf, type Suspension } from "./suspension";

class Session {
  person = $state.raw<Person>();
  /** Whether the server has said who is signed in. */
  isKnown = $state(false);
  /** The suspension of the account of this browser. */
  suspension = $state.raw<Suspension>();
  #loading: Promise<void> | undefined;

  /** Load the account of this browser; there may be none yet. Requests at the same time are one. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #load(): Promise<void> {
    try {
      this.set(await api.session());
    } catch (problem) {
      this.suspension = suspensionOf(problem);
      if (!this.suspension) throw problem;
      this.set(undefined);
    }
  }

  /** Set who is signed in. */
  set(person: Person | undefined): void {
    this.person = person;
    this.isKnown = true;
  }

  /** Make sure there is an account: the present one, or a new guest with a name. */
  async ensure(name?: string): Promise<Person> {
    if (this.person && (!name || name === this.person.name)) return this.person;
    const person = await api.createSession(name ?? t("start.guest"));
    this.set(person);
    return person;
  }
}

export const session = new Session();

/** Go on without an account where the server cannot be reached; other problems are thrown again. */
export function unlessOffline(problem: unknown): void {
  if (!isUnavailable(problem)) throw problem;
}

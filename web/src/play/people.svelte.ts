/** Who plays in this browser. */

import { api, Problem } from "../api/client";
import type { Person } from "../api/words";
import { say } from "../messages/speech.svelte";

const UNKNOWN = 401;

class Me {
  person = $state.raw<Person>();

  /** Find out who this browser is to the server; nobody is fine. */
  async look(): Promise<void> {
    try {
      this.person = await api.who();
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== UNKNOWN) throw problem;
    }
  }

  /** Be somebody: as one is, or as a guest with a name. */
  async arrive(name?: string): Promise<Person> {
    if (this.person && (!name || name === this.person.name)) return this.person;
    this.person = await api.arrive(name ?? say("start.guest"));
    return this.person;
  }
}

export const me = new Me();

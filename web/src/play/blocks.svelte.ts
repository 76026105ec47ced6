/** The people whom the reader has blocked, whose messages are not shown. */

import { administration } from "../api/administration";
import type { Message } from "../api/types";

class Blocks {
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  #loading: Promise<void> | undefined;

  /** Load the people once. */
  load(): Promise<void> {
    this.#loading ??= this.#load().catch(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #load(): Promise<void> {
    const people = await administration.blocked();
    this.#ids = new Set(people.map(({ id }) => id));
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  async block(id: string): Promise<void> {
    await administration.block(id);
    this.#ids = new Set([...this.#ids, id]);
  }

  async unblock(id: string): Promise<void> {
    await administration.unblock(id);
    this.#ids = new Set([...this.#ids].filter((each) => each !== id));
  }

  /** Messages without those of blocked people. */
  visible(messages: readonly Message[]): readonly Message[] {
    return messages.filter(({ account_id }) => !this.#ids.has(account_id));
  }
}

export const blocks = new Blocks();

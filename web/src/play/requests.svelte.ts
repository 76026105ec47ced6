/** Runs requests of a screen one after another, and keeps what to say when one failed. */

import { Problem } from "../api/client";
import { t } from "../messages/i18n.svelte";

export class Requests {
  problem = $state("");
  busy = $state(false);

  /** Run a request; the screen shows the problem if it fails. */
  readonly run = async (act: () => Promise<unknown>): Promise<void> => {
    this.problem = "";
    this.busy = true;
    try {
      await act();
    } catch (refused) {
      this.problem = refused instanceof Problem && refused.message ? refused.message : t("connection.gone");
    } finally {
      this.busy = false;
    }
  };
}

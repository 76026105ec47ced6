/** The moment of a game in the address: the number of the entry after which the state is shown. */

import type { TableView } from "../../play/view.svelte";
import { go, replace } from "../../router.svelte";

/** Whether a part of the address of a table shows moments. */
export function isStudy(part: string): boolean {
  return part === "replay" || part === "analysis";
}

/** The number that is nearest to the moment of an address; the last one if the moment is not a number. */
export function nearestMoment(moment: string, numbers: readonly number[]): number {
  const wanted = moment.trim() === "" ? NaN : Number(moment);
  if (Number.isNaN(wanted)) return numbers.at(-1) ?? 0;
  return numbers.reduce((best, number) => (Math.abs(number - wanted) < Math.abs(best - wanted) ? number : best), numbers[0] ?? 0);
}

/** Keeps the address and the shown moment of a table equal, in both directions. */
export class Moments {
  /** The moment of the address that does not exist, while the nearest one is shown. */
  wrong = $state.raw<string>();
  #shown: number | undefined;

  constructor(readonly view: TableView) {}

  /** Show the moment of the address; without one the current state. */
  async follow(moment: string | undefined, part: string): Promise<void> {
    const { view } = this;
    if (moment === undefined) {
      if (view.pastEntry !== undefined) view.showCurrent();
      return;
    }
    const number = nearestMoment(moment, [0, ...view.line.map((entry) => entry.number)]);
    if (String(number) !== moment) {
      this.wrong = moment;
      replace("table", view.store.id, part, number);
    } else if (view.pastEntry !== number) await view.showEntry(number).catch(() => undefined);
  }

  /** Put the shown moment into the address; the first look back adds an entry to the history of the browser. */
  record(part: string, moment: string | undefined): void {
    const { id } = this.view.store;
    const [before, number] = [this.#shown, this.view.past?.number];
    this.#shown = number;
    if (number === undefined) {
      if (before !== undefined && moment !== undefined) replace("table", id);
    } else if (String(number) !== moment) {
      this.wrong = undefined;
      (isStudy(part) ? replace : go)("table", id, isStudy(part) ? part : "replay", number);
    }
  }
}

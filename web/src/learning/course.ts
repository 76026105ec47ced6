/** A course of lessons: data, and how far a learner has come in one, told by what happened at its table. */

import type { Entry, NewTable, Setup } from "../api/words";
import type { MoveValue, SpotId } from "../board/painter";

/** What a learner has to bring about: an event, or a move of a sort. Without one a step is only read. */
export interface Until {
  readonly event?: string;
  /** The facts of the event; a text that ends with `*` stands for all that begin like it. */
  readonly facts?: Readonly<Record<string, MoveValue>>;
  readonly move?: string;
  readonly times?: number;
}

export interface Step {
  readonly id: string;
  readonly until?: Until;
  /** Where to look. */
  readonly spots?: readonly SpotId[];
  /** Sorts of moves to choose. */
  readonly verbs?: readonly string[];
}

export interface Lesson {
  readonly id: string;
  /** The rule that is shown at work. */
  readonly rule: string;
  /** The position it begins at; without one a game is begun. */
  readonly start?: Readonly<Record<string, unknown>>;
  /** Moves made before the learner comes in. */
  readonly moves?: readonly string[];
  readonly steps: readonly Step[];
}

export interface Course {
  readonly game: string;
  readonly setup: Setup;
  /** The agent on the other seats. */
  readonly rival: string;
  /** What the positions of all lessons share. */
  readonly start?: Readonly<Record<string, unknown>>;
  readonly lessons: readonly Lesson[];
}

/** Where a learner stands: the step that is due, or all done, and whether something else was done since. */
export interface Standing {
  readonly step: number;
  readonly strayed: boolean;
}

export const LEARNER = 0;

const FILES: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  teutonica: () => import("./courses/teutonica.json"),
  hansa: () => import("./courses/hansa.json"),
};

/** The games that are taught. */
export const COURSES = Object.keys(FILES);

/** The course of a game. */
export async function courseOf(game: string): Promise<Course | undefined> {
  return (await FILES[game]?.())?.default as Course | undefined;
}

/** The table of a lesson, made by the rules. */
export function tableOf({ setup, rival, start }: Course, lesson: Lesson): NewTable {
  const seats = Array.from({ length: setup.players }, (_, seat) => (seat === LEARNER ? { kind: "human" as const } : { kind: "agent" as const, agent: rival }));
  const more = { seats, title: "", public: false, undo: "own" as const, practice: true };
  if (!lesson.start) return { setup: { ...setup }, ...more };
  return { record: { format: 1, setup, start: { ...start, ...lesson.start }, moves: lesson.moves ?? [] }, ...more };
}

function isLike(wanted: MoveValue, given: unknown): boolean {
  if (typeof wanted === "string" && wanted.endsWith("*")) return String(given).startsWith(wanted.slice(0, -1));
  return JSON.stringify(wanted) === JSON.stringify(given);
}

function brings(entry: Entry, { event, facts = {}, move }: Until): boolean {
  if (move) return entry.move?.do === move;
  return entry.events.some(
    (told) => told.event === event && Object.entries(facts).every(([name, value]) => isLike(value, told[name])),
  );
}

function isLearners(entry: Entry): boolean {
  return entry.kind === "move" && entry.seat === LEARNER && entry.by === "player";
}

/** How far a learner is: by the entries that stand, so that an undo leads back, and by the steps that were read. */
export function standingOf(lesson: Lesson, entries: readonly Entry[], read: ReadonlySet<string>): Standing {
  const made = entries.filter(isLearners);
  let from = 0;
  for (const [step, { id, until }] of lesson.steps.entries()) {
    if (!until) {
      if (!read.has(id)) return { step, strayed: false };
      continue;
    }
    for (let left = until.times ?? 1; left > 0; left -= 1) {
      const at = made.findIndex((entry, n) => n >= from && brings(entry, until));
      if (at < 0) return { step, strayed: made.length > from + helpful(made.slice(from), lesson.steps[step]) };
      from = at + 1;
    }
  }
  return { step: lesson.steps.length, strayed: false };
}

/** How many moves were made on the way to a step: of a sort it asks for. */
function helpful(made: readonly Entry[], step: Step | undefined): number {
  return made.filter((entry) => step?.verbs?.includes(String(entry.move?.do)) && (step.verbs?.length ?? 0) > 1).length;
}

/** Courses of lessons as data, and the progress in a lesson, derived from the log of its table. */

import type { Entry, NewTable, Setup } from "../api/types";
import type { MoveValue, SpotId } from "../board/painter";
import { compareGames } from "../games/registry";

/** What ends a step: an event, or a move with a verb. */
export interface Until {
  readonly event?: string;
  /** Facts that the event must have; a text that ends with `*` matches every text with that prefix. */
  readonly facts?: Readonly<Record<string, MoveValue>>;
  readonly move?: string;
  readonly times?: number;
}

export interface Step {
  readonly id: string;
  /** Without it the step ends when the reader presses “Go on”. */
  readonly until?: Until;
  /** Spots that are pointed out. */
  readonly spots?: readonly SpotId[];
  /** Verbs that are pointed out. */
  readonly verbs?: readonly string[];
}

export interface Lesson {
  readonly id: string;
  /** The id of the rule that the lesson teaches. */
  readonly rule: string;
  /** The start position; without one the lesson begins with a new game. */
  readonly start?: Readonly<Record<string, unknown>>;
  /** Moves made from the start position before the lesson begins. */
  readonly moves?: readonly string[];
  readonly steps: readonly Step[];
}

export interface Course {
  readonly game: string;
  readonly setup: Setup;
  /** The agent on the other seats. */
  readonly rival: string;
  /** The part of the start position that all lessons share. */
  readonly start?: Readonly<Record<string, unknown>>;
  readonly lessons: readonly Lesson[];
}

/** The progress in a lesson. */
export interface LessonProgress {
  /** The index of the step to do next; the number of steps once all are done. */
  readonly step: number;
  /** Whether moves were made that the step did not ask for. */
  readonly offTrack: boolean;
}

/** The seat of the learner. */
export const LEARNER = 0;

const FILES = import.meta.glob<Course>("../games/*/learning/course.json", { import: "default" });

/** The games that have a course. */
export const COURSES = Object.keys(FILES)
  .map((path) => path.split("/")[2] ?? "")
  .sort(compareGames);

/** The course of a game. */
export async function courseOf(game: string): Promise<Course | undefined> {
  return FILES[`../games/${game}/learning/course.json`]?.();
}

/** The request for the practice table of a lesson. */
export function tableOf({ setup, rival, start }: Course, lesson: Lesson): NewTable {
  const seats = Array.from({ length: setup.players }, (_, seat) => (seat === LEARNER ? { kind: "human" as const } : { kind: "agent" as const, agent: rival }));
  const more = { seats, title: "", public: false, undo: "own" as const, practice: true };
  if (!lesson.start) return { setup: { ...setup }, ...more };
  return { record: { format: 1, setup, start: { ...start, ...lesson.start }, moves: lesson.moves ?? [] }, ...more };
}

function matches(wanted: MoveValue, given: unknown): boolean {
  if (typeof wanted === "string" && wanted.endsWith("*")) return String(given).startsWith(wanted.slice(0, -1));
  return JSON.stringify(wanted) === JSON.stringify(given);
}

function fulfils(entry: Entry, { event, facts = {}, move }: Until): boolean {
  if (move) return entry.move?.do === move;
  return entry.events.some(
    (happened) => happened.event === event && Object.entries(facts).every(([name, value]) => matches(value, happened[name])),
  );
}

function isOwnMove(entry: Entry): boolean {
  return entry.kind === "move" && entry.seat === LEARNER && entry.by === "player";
}

/** The progress in a lesson, from the entries that were not undone and the ids of the steps that were read. */
export function lessonProgress(lesson: Lesson, entries: readonly Entry[], read: ReadonlySet<string>): LessonProgress {
  const made = entries.filter(isOwnMove);
  let from = 0;
  for (const [step, { id, until }] of lesson.steps.entries()) {
    if (read.has(id)) continue;
    if (!until) return { step, offTrack: false };
    for (let left = until.times ?? 1; left > 0; left -= 1) {
      const at = made.findIndex((entry, n) => n >= from && fulfils(entry, until));
      if (at < 0) return { step, offTrack: made.length > from + preparing(made.slice(from), lesson.steps[step]) };
      from = at + 1;
    }
  }
  return { step: lesson.steps.length, offTrack: false };
}

/** The number of moves that prepare a step with several verbs: they do not count as off track. */
function preparing(made: readonly Entry[], step: Step | undefined): number {
  return made.filter((entry) => step?.verbs?.includes(String(entry.move?.do)) && (step.verbs?.length ?? 0) > 1).length;
}

/** Fingers and mouse on a map: a tap, a drag with one, a pinch with two. */

import type { Point } from "./geometry";

export interface GestureCalls {
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
  /** Whether something was chosen: then a second tap is no double tap, but the answer to it. */
  tap(at: Point, event: PointerEvent): boolean;
  /** A gesture began or ended. */
  busy(moving: boolean): void;
}

const SLACK = 5;
const DOUBLE_TAP_MS = 280;

/** Follows the pointers on an element. */
export class Gestures {
  readonly #pointers = new Map<number, Point>();
  #start: Point = [0, 0];
  #moving = false;
  #lastTap = { at: 0, point: [0, 0] as Point };

  constructor(
    readonly element: HTMLElement,
    readonly calls: GestureCalls,
  ) {}

  /** A point of an event in pixels of the element. */
  at(event: { clientX: number; clientY: number }): Point {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event: PointerEvent): void {
    if (event.button > 0) return;
    this.#pointers.set(event.pointerId, this.at(event));
    if (this.#pointers.size === 1) this.#start = this.at(event);
  }

  move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    if (!this.#moving && !this.#begins(event, now)) return;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (other) this.#pinch(before, now, other);
    else this.calls.pan(now[0] - before[0], now[1] - before[1]);
  }

  up(event: PointerEvent): void {
    const known = this.#pointers.delete(event.pointerId);
    if (known && !this.#moving && event.type === "pointerup") this.#tapped(event);
    if (this.#pointers.size === 0 && this.#moving) {
      this.#moving = false;
      this.calls.busy(false);
    }
  }

  #begins(event: PointerEvent, now: Point): boolean {
    const far = Math.hypot(now[0] - this.#start[0], now[1] - this.#start[1]) > SLACK;
    if (!far && this.#pointers.size < 2) return false;
    this.#moving = true;
    this.element.setPointerCapture(event.pointerId);
    this.calls.busy(true);
    return true;
  }

  #pinch(before: Point, now: Point, other: Point): void {
    const [was, is] = [before, now].map((point) => Math.hypot(point[0] - other[0], point[1] - other[1]));
    if (!was || !is) return;
    this.calls.zoom(is / was, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    this.calls.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  }

  #tapped(event: PointerEvent): void {
    const point = this.at(event);
    const last = this.#lastTap;
    const again =
      event.timeStamp - last.at < DOUBLE_TAP_MS && Math.hypot(point[0] - last.point[0], point[1] - last.point[1]) < 24;
    const zooms = again && event.pointerType === "touch";
    if (zooms) this.calls.zoom(1.8, point);
    const chose = !zooms && this.calls.tap(point, event);
    this.#lastTap = { at: again || chose ? 0 : event.timeStamp, point };
  }
}

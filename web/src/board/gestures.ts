/** Pointer gestures on a map: tap, drag with one pointer, pinch with two. */

import type { Point } from "./geometry";

export interface GestureHandlers {
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
  /** Returns whether something was chosen: then a second tap is not a double tap but confirms the choice. */
  tap(at: Point, event: PointerEvent): boolean;
  /** A gesture began or ended. */
  busy(moving: boolean): void;
}

const DRAG_THRESHOLD = 5;
const DOUBLE_TAP_MS = 280;

/** Recognizes gestures on an element. */
export class Gestures {
  readonly #pointers = new Map<number, Point>();
  #start: Point = [0, 0];
  #moving = false;
  #lastTap = { at: 0, point: [0, 0] as Point };

  constructor(
    readonly element: HTMLElement,
    readonly handlers: GestureHandlers,
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
    if (!this.#moving && !this.#startsDrag(event, now)) return;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (other) this.#pinch(before, now, other);
    else this.handlers.pan(now[0] - before[0], now[1] - before[1]);
  }

  up(event: PointerEvent): void {
    const known = this.#pointers.delete(event.pointerId);
    if (known && !this.#moving && event.type === "pointerup") this.#onTap(event);
    if (this.#pointers.size === 0 && this.#moving) {
      this.#moving = false;
      this.handlers.busy(false);
    }
  }

  #startsDrag(event: PointerEvent, now: Point): boolean {
    const far = Math.hypot(now[0] - this.#start[0], now[1] - this.#start[1]) > DRAG_THRESHOLD;
    if (!far && this.#pointers.size < 2) return false;
    this.#moving = true;
    this.element.setPointerCapture(event.pointerId);
    this.handlers.busy(true);
    return true;
  }

  #pinch(before: Point, now: Point, other: Point): void {
    const [was, is] = [before, now].map((point) => Math.hypot(point[0] - other[0], point[1] - other[1]));
    if (!was || !is) return;
    this.handlers.zoom(is / was, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    this.handlers.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  }

  #onTap(event: PointerEvent): void {
    const point = this.at(event);
    const last = this.#lastTap;
    const again =
      event.timeStamp - last.at < DOUBLE_TAP_MS && Math.hypot(point[0] - last.point[0], point[1] - last.point[1]) < 24;
    const zooms = again && event.pointerType === "touch";
    if (zooms) this.handlers.zoom(1.8, point);
    const chose = !zooms && this.handlers.tap(point, event);
    this.#lastTap = { at: again || chose ? 0 : event.timeStamp, point };
  }
}

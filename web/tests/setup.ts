/** What jsdom does not have and our components ask the browser for. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { vi } from "vitest";

const WINDOW = { width: 1000, height: 700 };

class SizeObserver {
  constructor(readonly report: ResizeObserverCallback) {}
  observe(element: Element): void {
    this.report([{ target: element } as ResizeObserverEntry], this as unknown as ResizeObserver);
  }
  unobserve(): void {
    return undefined;
  }
  disconnect(): void {
    return undefined;
  }
}

vi.stubGlobal("ResizeObserver", SizeObserver);
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
Object.defineProperty(HTMLElement.prototype, "clientWidth", { get: () => WINDOW.width });
Object.defineProperty(HTMLElement.prototype, "clientHeight", { get: () => WINDOW.height });
HTMLImageElement.prototype.decode = () => new Promise(() => undefined);

/** A JSON file of the repository, by its path from the root. */
export function json<T>(path: string): T {
  return JSON.parse(text(path)) as T;
}

/** A text file of the repository, by its path from the root. */
export function text(path: string): string {
  return readFileSync(resolve("..", path), "utf8");
}

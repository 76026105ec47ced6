/** The live channel of a table: it comes back by itself and asks for what it missed. */

import { Problem } from "./client";
import type { News } from "./words";

export interface LiveCalls {
  /** What is known already, so that only the rest is told. */
  known(): { number: number; message: number };
  news(news: News): void;
  /** The connection is there or gone. */
  connected(there: boolean): void;
  /** The server does not let us listen. */
  refused(problem: Problem): void;
}

const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5_000;
const STATUS_OFFSET = 4000;
const TOO_MUCH = 429;

/** Listens at a table until it is closed. */
export class Live {
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = SHORTEST_WAIT_MS;
  #closed = false;
  readonly #again = () => this.#reconnect();
  readonly #lost = () => this.#socket?.close();

  constructor(
    readonly table: string,
    readonly calls: LiveCalls,
  ) {
    window.addEventListener("online", this.#again);
    window.addEventListener("offline", this.#lost);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    window.removeEventListener("online", this.#again);
    window.removeEventListener("offline", this.#lost);
    this.#socket?.close();
  }

  #address(): string {
    const { number, message } = this.calls.known();
    const origin = location.origin.replace("http", "ws");
    return `${origin}/api/tables/${this.table}/live?since=${number}&said=${message}&state=true`;
  }

  #connect(): void {
    const socket = (this.#socket = new WebSocket(this.#address()));
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#wait = SHORTEST_WAIT_MS;
      this.calls.connected(true);
      this.calls.news(JSON.parse(event.data) as News);
    };
    socket.onclose = (event) => this.#ended(socket, event);
  }

  #ended(socket: WebSocket, event: CloseEvent): void {
    if (this.#closed || socket !== this.#socket) return;
    const status = event.code - STATUS_OFFSET;
    if (status > 0 && status < 500 && status !== TOO_MUCH) {
      this.calls.refused(new Problem(status, "live", event.reason));
      return;
    }
    this.calls.connected(false);
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.7);
  }

  #reconnect(): void {
    if (this.#closed || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#connect();
  }
}

/** WebSockets that reconnect by themselves: that of a table asks for the entries it missed. */

import { Problem } from "./client";

export interface LiveHandlers<News> {
  /** The address of the socket below `/api`, which may say what was received last. */
  address(): string;
  news(news: News): void;
  /** The connection was opened or lost. */
  connected(open: boolean): void;
  /** The server refused the connection. */
  refused(problem: Problem): void;
}

const SHORTEST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5_000;
const STATUS_OFFSET = 4000;
const TOO_MANY_REQUESTS = 429;

/** A live connection, until it is closed. */
export class Live<News> {
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = SHORTEST_WAIT_MS;
  #closed = false;
  readonly #onOnline = () => this.#reconnect();
  readonly #onOffline = () => this.#socket?.close();

  constructor(readonly handlers: LiveHandlers<News>) {
    window.addEventListener("online", this.#onOnline);
    window.addEventListener("offline", this.#onOffline);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    window.removeEventListener("online", this.#onOnline);
    window.removeEventListener("offline", this.#onOffline);
    this.#socket?.close();
  }

  #connect(): void {
    const socket = (this.#socket = new WebSocket(`${location.origin.replace("http", "ws")}/api${this.handlers.address()}`));
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#wait = SHORTEST_WAIT_MS;
      this.handlers.connected(true);
      this.handlers.news(JSON.parse(event.data) as News);
    };
    socket.onclose = (event) => this.#onClose(socket, event);
  }

  #onClose(socket: WebSocket, event: CloseEvent): void {
    if (this.#closed || socket !== this.#socket) return;
    const status = event.code - STATUS_OFFSET;
    if (status > 0 && status < 500 && status !== TOO_MANY_REQUESTS) {
      this.handlers.refused(new Problem(status, "live", event.reason));
      return;
    }
    this.handlers.connected(false);
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.7);
  }

  #reconnect(): void {
    if (this.#closed || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#connect();
  }
}

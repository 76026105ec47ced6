/** The types of a service worker that the client uses; TypeScript cannot mix those of pages and of workers. */

export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

export interface PushEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}

export interface NotificationClickEvent extends LastingEvent {
  readonly notification: Notification;
}

export interface SubscriptionChangeEvent extends LastingEvent {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

/** A page of the client. */
export interface PageClient {
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<PageClient>;
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
}

interface WorkerEvents {
  install: LastingEvent;
  activate: LastingEvent;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: NotificationClickEvent;
  pushsubscriptionchange: SubscriptionChangeEvent;
}

export interface WorkerScope {
  /** The version of the client, and the paths of its files; the build writes them. */
  readonly kontorVersion: string;
  readonly kontorFiles: readonly string[];
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly PageClient[]>;
    openWindow(url: string): Promise<PageClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}

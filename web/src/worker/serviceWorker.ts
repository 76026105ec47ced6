/** The service worker: opens the client without a network, and shows push messages. */

import { cacheOf, isPublic, outdated, strategyOf } from "./caching";
import { isSeen, messageFrom, notificationOptions, pathOf, shows, type PushMessage } from "./pushMessage";
import type { FetchEvent, PageClient, SubscriptionChangeEvent, WorkerScope } from "./scope";

const worker = self as unknown as WorkerScope;
const CACHE = cacheOf(worker.kontorVersion);
const DATA_CACHE = "kontor-data";
const INDEX = "/";
/** What every board and every list of puzzles needs; the page has loaded it before the worker came. */
const FIRST_DATA = ["/api/games", "/api/puzzles"];
const AT_ONCE = 4;
const PAGE_TIMEOUT_MS = 6_000;
const ANSWER_MS = 500;

/** Store what can be read without a network, a few files at a time, so that the page is not slowed down. */
async function store(): Promise<void> {
  const cache = await caches.open(CACHE);
  const files = [INDEX, ...worker.kontorFiles];
  for (let start = 0; start < files.length; start += AT_ONCE) await cache.addAll(files.slice(start, start + AT_ONCE));
  for (const address of FIRST_DATA) await data(new Request(address)).catch(() => undefined);
}

async function activate(): Promise<void> {
  for (const name of outdated(await caches.keys(), CACHE)) await caches.delete(name);
  await worker.clients.claim();
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
  } catch (problem) {
    const stored = await (await caches.open(CACHE)).match(INDEX);
    if (stored) return stored;
    throw problem;
  }
}

/** A file of the client, which is stored when it is used for the first time. */
async function file(request: Request): Promise<Response> {
  const stored = await caches.match(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

async function data(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (isPublic(answer)) await (await caches.open(DATA_CACHE)).put(request, answer.clone());
    return answer;
  } catch (problem) {
    const stored = await (await caches.open(DATA_CACHE)).match(request);
    if (stored) return stored;
    throw problem;
  }
}

const ANSWERS = { page, file, data };

function onFetch(event: FetchEvent): void {
  const strategy = strategyOf(event.request.method, event.request.url, event.request.mode, worker.location.origin);
  if (strategy !== "network") event.respondWith(ANSWERS[strategy](event.request));
}

interface OpenPage {
  readonly client: PageClient;
  readonly visibilityState: string;
  readonly route: string;
}

/** Ask a page for its route; the worker knows only the address with which it was opened. */
function routeOf(client: PageClient): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((answer) => {
    port1.onmessage = ({ data: route }: MessageEvent<unknown>) => answer(String(route));
    setTimeout(() => answer(""), ANSWER_MS);
    client.postMessage({ type: "where" }, [port2]);
  });
}

async function openPages(): Promise<readonly OpenPage[]> {
  const clients = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return Promise.all(clients.map(async (client) => ({ client, visibilityState: client.visibilityState, route: await routeOf(client) })));
}

async function show(message: PushMessage): Promise<void> {
  const open = await openPages();
  for (const { client } of open) client.postMessage({ type: "notice" });
  if (!isSeen(open, message)) await worker.registration.showNotification(message.title, notificationOptions(message));
}

/** Show a route: in the page that has it, in any other page of the client, or in a new one. */
async function openPath(path: string): Promise<void> {
  const open = await openPages();
  const { client } = open.find(({ route }) => shows(route, path)) ?? open[0] ?? {};
  if (!client) return void (await worker.clients.openWindow(`${worker.location.origin}/${path}`));
  client.postMessage({ type: "open", path });
  await client.focus();
}

/** Register the new subscription of this browser; the page does the same when it is opened. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChangeEvent): Promise<void> {
  const options = oldSubscription?.options;
  const subscription = newSubscription ?? (options ? await worker.registration.pushManager.subscribe(options) : undefined);
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/push/subscriptions", { method: "POST", headers, body: JSON.stringify({ endpoint, keys }) });
}

worker.addEventListener("install", (event) => event.waitUntil(store().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", onFetch);
worker.addEventListener("push", (event) => {
  const message = messageFrom(event.data?.json());
  if (message) event.waitUntil(show(message));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPath(pathOf(event.notification)));
});
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

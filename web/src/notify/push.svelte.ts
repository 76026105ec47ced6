/** Push messages to this browser: permission, subscription, and its registration at the server. */

import { notifyApi } from "../api/notify";
import { settings } from "../theme/settings.svelte";
import { REGISTERED } from "./notices.svelte";

/** Whether this browser can receive push messages, and does. */
export type PushState = "unsupported" | "blocked" | "off" | "on";

const NAMES = [
  ["Edg", "Edge"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
const SYSTEMS = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"] as const;

/** A name for this browser among the others of the account. */
export function browserLabel(agent: string): string {
  const name = NAMES.find(([mark]) => agent.includes(mark))?.[1] ?? "Browser";
  const system = SYSTEMS.find((mark) => agent.includes(mark));
  return system ? `${name}, ${system}` : name;
}

/** What was registered: the endpoint, the language and the account, so that a change is sent again. */
function fingerprint(endpoint: string, account: string): string {
  return [endpoint, settings.locale, account].join(" ");
}

class Push {
  state = $state<PushState>("off");

  get supported(): boolean {
    return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  }

  async #subscription(): Promise<PushSubscription | null> {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration?.pushManager.getSubscription()) ?? null;
  }

  /** Find out whether this browser receives messages, and register it again if something has changed. */
  async sync(account: string): Promise<void> {
    if (!this.supported) return void (this.state = "unsupported");
    if (Notification.permission === "denied") return void (this.state = "blocked");
    const subscription = Notification.permission === "granted" ? await this.#subscription() : null;
    this.state = subscription && localStorage.getItem(REGISTERED) ? "on" : "off";
    if (subscription && this.state === "on") await this.#register(subscription, account);
  }

  /** Let the messages to this browser follow the account; without one they end. */
  async follow(account: string | undefined): Promise<void> {
    if (account) await this.sync(account);
    else if (this.supported && localStorage.getItem(REGISTERED)) await this.disable();
  }

  /** Ask for the permission and subscribe; return whether messages will come. */
  async enable(account: string): Promise<boolean> {
    if (!this.supported) return false;
    if ((await Notification.requestPermission()) !== "granted") {
      this.state = Notification.permission === "denied" ? "blocked" : "off";
      return false;
    }
    const registration = await navigator.serviceWorker.ready;
    const key = await notifyApi.pushKey();
    const known = await registration.pushManager.getSubscription();
    const subscription = known ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    await this.#register(subscription, account);
    this.state = "on";
    return true;
  }

  /** End the messages to this browser. */
  async disable(): Promise<void> {
    const subscription = await this.#subscription();
    const id = (localStorage.getItem(REGISTERED) ?? "").split(" ").at(-1);
    localStorage.removeItem(REGISTERED);
    this.state = "off";
    await subscription?.unsubscribe();
    if (id) await notifyApi.removeBrowser(id).catch(() => undefined);
  }

  async #register(subscription: PushSubscription, account: string): Promise<void> {
    const wanted = fingerprint(subscription.endpoint, account);
    if ((localStorage.getItem(REGISTERED) ?? "").startsWith(`${wanted} `)) return;
    const { id } = await notifyApi.addBrowser(subscription.toJSON(), settings.locale, browserLabel(navigator.userAgent));
    localStorage.setItem(REGISTERED, `${wanted} ${id}`);
  }
}

export const push = new Push();

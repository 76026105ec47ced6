/** The notices of the account: the list behind the bell. */

import { notifyApi, type Notice } from "../api/notify";
import { followAccount } from "../play/accountLive";
import { settings } from "../theme/settings.svelte";
import { onPush } from "../worker/register";

/** How often notices are loaded without a connection that announces them. */
const POLL_MS = 60_000;
/** The key under which the browser remembers that it is registered for push messages. */
export const REGISTERED = "kontor.push";

class NoticeList {
  notices = $state.raw<readonly Notice[]>([]);
  readonly unread = $derived(this.notices.filter(({ read }) => !read).length);

  /** Load the notices; without a connection the known ones stay. */
  async load(): Promise<void> {
    const found = await notifyApi.notices(settings.locale).catch(() => undefined);
    if (found) this.notices = found.notices;
  }

  /** Mark some notices, or all, as read. */
  async markRead(ids?: readonly string[]): Promise<void> {
    if (!this.notices.some(({ id, read }) => !read && (ids === undefined || ids.includes(id)))) return;
    this.notices = this.notices.map((notice) => (ids === undefined || ids.includes(notice.id) ? { ...notice, read: true } : notice));
    await notifyApi.markRead(ids).catch(() => undefined);
  }

  /** Keep the list up to date while the page is visible; the returned function ends this. */
  follow(): () => void {
    let isLive = false;
    const load = () => void (document.hidden || this.load());
    const timer = setInterval(() => isLive || load(), POLL_MS);
    const end = onPush(() => void this.load());
    const unfollow = followAccount({
      news: ({ type }) => {
        isLive = true;
        if (type === "ready" || type === "notices") void this.load();
      },
      connected: (open) => {
        if (!open) load();
        isLive = open;
      },
    });
    document.addEventListener("visibilitychange", load);
    return () => {
      clearInterval(timer);
      end();
      unfollow();
      document.removeEventListener("visibilitychange", load);
    };
  }
}

export const noticeList = new NoticeList();

/** The route that a notice leads to. */
export function routeOf({ table, data }: Pick<Notice, "table" | "data">): string {
  const { link } = data;
  if (typeof link === "string" && link.startsWith("#/")) return link;
  return table ? `#/table/${table}` : "#/";
}

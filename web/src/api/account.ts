/** Requests about the account of this browser. */

import { request } from "./client";
import type { components } from "./schema";
import type { Person } from "./types";

type Schemas = components["schemas"];

export type OwnAccount = Schemas["OwnAccount"];
export type BrowserSession = Schemas["Session"];
export type Token = Schemas["Token"];
export type Scope = Token["scopes"][number];
export type Mailbox = Schemas["Mailbox"];
export type SignedIn = Person & { games_taken?: number; games_left?: number };

export const SCOPES: readonly Scope[] = ["read", "play", "manage"];

export const accountApi = {
  signIn: (name: string, password: string, takeGames: boolean) =>
    request<SignedIn>("POST", "/session", { name, password, take_games: takeGames }),
  signOut: () => request<undefined>("DELETE", "/session"),
  account: () => request<OwnAccount>("GET", "/session/account"),
  setPrivacy: (change: { private: boolean } | { watchable: boolean }) => request<OwnAccount>("PATCH", "/session/account", change),
  setPassword: (password: string, old?: string) => request<undefined>("PUT", "/session/password", { password, ...(old === undefined ? {} : { old }) }),
  askForLink: (login: string) => request<undefined>("POST", "/session/recovery", { login }),
  nameOfLink: async (secret: string) => (await request<{ name: string }>("POST", "/session/recovery/link", { secret })).name,
  recover: (secret: string, password: string) => request<Person>("PUT", "/session/recovery", { secret, password }),
  sessions: async () => (await request<{ sessions: BrowserSession[] }>("GET", "/sessions")).sessions,
  endSession: (id: string) => request<undefined>("DELETE", `/sessions/${id}`),
  endOtherSessions: () => request<undefined>("DELETE", "/sessions"),
  mailbox: () => request<Mailbox>("GET", "/session/mail"),
  setMailbox: (address: string, language: string) => request<Mailbox>("PUT", "/session/mail", { address, language }),
  removeMailbox: () => request<undefined>("DELETE", "/session/mail"),
  tokens: async () => (await request<{ tokens: Token[] }>("GET", "/tokens")).tokens,
  createToken: async (label: string, scopes: readonly Scope[]) =>
    (await request<{ token: string }>("POST", "/tokens", { label, scopes })).token,
  deleteToken: (id: string) => request<undefined>("DELETE", `/tokens/${id}`),
  deleteAccount: (name: string, password?: string) =>
    request<undefined>("POST", "/session/deletion", { name, ...(password ? { password } : {}) }),
};

/** The address of the file with everything about the account. */
export const EXPORT = "/api/session/export";

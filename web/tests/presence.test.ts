/** Protects the presence at a table: messages replace or change what is known. */

import { expect, test } from "vitest";
import { changedPresence } from "../src/play/seats";

test("the first message of a socket replaces what was known", () => {
  expect(changedPresence({ seats: [0, 1], watchers: 4 }, { seats: [2], watchers: 0 })).toEqual({ seats: [2], watchers: 0 });
});

test("later messages change only what they name", () => {
  const joined = changedPresence({ seats: [1], watchers: 4 }, { joined: [0] });
  expect(joined).toEqual({ seats: [0, 1], watchers: 4 });
  expect(changedPresence(joined, { left: [1], watchers: 5 })).toEqual({ seats: [0], watchers: 5 });
});

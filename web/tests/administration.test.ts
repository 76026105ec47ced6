/** Protects blocks, announcements and the figures of the operators' page. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { administration } from "../src/api/administration";
import { Problem } from "../src/api/client";
import type { Message } from "../src/api/types";
import { blocks } from "../src/play/blocks.svelte";
import { siteAnnouncements, textFor } from "../src/play/siteAnnouncements.svelte";
import { suspensionOf } from "../src/play/suspension";
import { isForever } from "../src/screens/operator/dates";
import { bytesText, chartLine, chartTop, endAfter, numberText } from "../src/screens/operator/figures";

afterEach(() => vi.restoreAllMocks());

describe("blocks", () => {
  const messages = ["anneke", "bertram", "anneke"].map((account_id, n) => ({ number: n + 1, account_id, name: account_id, text: "x", at: 0 })) satisfies Message[];

  it("hides the messages of blocked people until they are unblocked", async () => {
    vi.spyOn(administration, "block").mockResolvedValue(undefined);
    vi.spyOn(administration, "unblock").mockResolvedValue(undefined);
    await blocks.block("anneke");
    expect(blocks.visible(messages).map(({ number }) => number)).toEqual([2]);
    await blocks.unblock("anneke");
    expect(blocks.visible(messages)).toHaveLength(3);
  });

  it("changes nothing when the server refuses", async () => {
    vi.spyOn(administration, "block").mockRejectedValue(new Problem(429, "limit-exceeded", "Too many"));
    await expect(blocks.block("bertram")).rejects.toThrow("Too many");
    expect(blocks.has("bertram")).toBe(false);
  });
});

describe("announcements", () => {
  const later = Date.now() + 60_000;
  const announcement = (id: string, until = later) => ({ id, texts: { en: id }, created_at: 0, until });

  beforeEach(() => localStorage.clear());

  it("shows those that are not over, and hides those that the reader closed", async () => {
    vi.spyOn(administration, "announcements").mockResolvedValue([announcement("one"), announcement("two"), announcement("past", 1)]);
    await siteAnnouncements.load();
    expect(siteAnnouncements.shown.map(({ id }) => id)).toEqual(["one", "two"]);
    siteAnnouncements.hide("one");
    expect(siteAnnouncements.shown.map(({ id }) => id)).toEqual(["two"]);
    expect(localStorage.getItem("kontor.hidden-announcements")).toBe('["one"]');
  });

  it("keeps the last ones when the server does not answer", async () => {
    vi.spyOn(administration, "announcements").mockRejectedValue(new Problem(0, "unreachable", ""));
    await siteAnnouncements.load();
    expect(siteAnnouncements.shown.map(({ id }) => id)).toEqual(["two"]);
  });

  it("are read in the language of the reader, or in the first one there is", () => {
    expect(textFor({ en: "Hello", de: "Hallo" }, "de")).toEqual({ text: "Hallo", lang: "de" });
    expect(textFor({ fr: "Bonjour" }, "de")).toEqual({ text: "Bonjour", lang: "fr" });
  });
});

describe("a suspension", () => {
  it("is read from the answer of the server", () => {
    expect(suspensionOf(new Problem(403, "suspended", "…", undefined, { until: 5, reason: "Spam" }))).toEqual({ until: 5, reason: "Spam" });
    expect(suspensionOf(new Problem(403, "suspended", "…", undefined, { until: null, reason: "" }))).toEqual({ until: null, reason: "" });
    expect(suspensionOf(new Problem(403, "forbidden", "…"))).toBeUndefined();
  });

  it("ends after some days, or not at all", () => {
    expect(endAfter(2, 1000)).toBe(172_801_000);
    expect(endAfter(0, 1000)).toBeNull();
    expect(isForever(253_370_764_800_000)).toBe(true);
    expect(isForever(Date.now())).toBe(false);
  });
});

describe("figures", () => {
  it("have a suitable unit and number of digits", () => {
    const plain = (text: string) => text.replaceAll(/\s/gu, " ");
    expect(plain(bytesText(999, "en"))).toMatch(/^999 bytes?$/u);
    expect(plain(bytesText(1_500_000, "en"))).toBe("1.5 MB");
    expect(plain(bytesText(64_000_000_000, "de"))).toBe("64 GB");
    expect([numberText(3.14, "en"), numberText(31.4, "en")]).toEqual(["3.1", "31"]);
  });

  it("fit into their chart", () => {
    expect([[], [0], [0.3], [7], [42], [180]].map(chartTop)).toEqual([1, 1, 0.5, 10, 50, 200]);
    expect(chartLine([0, 5, 10], 10, 3, 100, 50)).toBe("M0.0 50.0L50.0 25.0L100.0 0.0");
    expect(chartLine([10], 10, 3, 100, 50)).toBe("M100.0 0.0");
    expect(chartLine([99], 10, 3, 100, 50)).toBe("M100.0 0.0");
  });
});

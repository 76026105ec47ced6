"""Measures a page: the room of the map, the size of touch targets, and texts that do not fit."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

AT_REST = "() => document.getAnimations().every(animation => animation.playState !== 'running')"
# Text that is cut off by a box without a scroller, or that lies outside the window.
CLIPPED = """() => {
  const hides = style => [style.overflowX, style.overflowY].some(each => each === "hidden" || each === "clip");
  const scrolls = style => [style.overflowX, style.overflowY].some(each => each === "auto" || each === "scroll");
  const isShown = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const far = 1.5;
  const skipped = ".visually-hidden, .live-region, svg, option, script, style, [inert], [aria-hidden=true] *";
  const top = document.querySelector("dialog[open]") ?? document.body;
  const found = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(skipped) || !isShown(element) || isHidden(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const reason = fault(element, box);
    if (reason) found.push(`${reason}: ${node.data.trim().slice(0, 60)} <${element.className || element.tagName}>`);
  }
  return found;

  function isHidden(element) {
    if (!element || element === document.body) return false;
    return getComputedStyle(element).clipPath !== "none" || isHidden(element.parentElement);
  }

  function fault(element, box) {
    for (let each = element; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      const room = each.getBoundingClientRect();
      if (each === document.documentElement || each === document.body) break;
      if (scrolls(style)) {
        const sideways = ["auto", "scroll"].includes(style.overflowX);
        return !sideways && box.right > room.right + far ? "wider than its scroller" : "";
      }
      if (style.position === "fixed") break;
      if (!hides(style)) continue;
      const sideways = box.right > room.right + far || box.left < room.left - far;
      if (style.overflowX !== "visible" && sideways) return "cut off sideways";
      if (style.overflowY !== "visible" && (box.bottom > room.bottom + 3 || box.top < room.top - 3)) return "cut off";
    }
    return box.left < -far || box.right > innerWidth + far ? "outside the window" : "";
  }
}"""
# Controls that a finger has to hit; spots of a map take the nearest tap, and links in a sentence may be small.
SMALL = """() => {
  const top = document.querySelector("dialog[open]") ?? document.body;
  const controls = top.querySelectorAll("button, a[href], input, select, summary, [role=button]");
  return [...controls].filter(isTarget).map(sizeOf).filter(([width, height]) => width < 43.5 || height < 43.5)
    .map(([width, height, text]) => `${Math.round(width)} × ${Math.round(height)}: ${text}`);

  function isTarget(control) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest("svg, [inert]")) return false;
    const box = control.getBoundingClientRect();
    if (box.bottom < 0 || box.right < 0) return false;
    const inline = control.tagName === "A" && getComputedStyle(control).display === "inline";
    return !(inline && control.closest("p, li, .prompt, small"));
  }

  function sizeOf(control) {
    const box = (control.tagName === "INPUT" && control.closest("label") || control).getBoundingClientRect();
    const name = control.getAttribute("aria-label") ?? control.textContent?.trim();
    return [box.width, box.height, (name || control.outerHTML).slice(0, 60)];
  }
}"""
MAP_SHARE = """() => {
  const map = document.querySelector("main.map").getBoundingClientRect();
  const bar = document.querySelector("main.map ~ section:not(.seat-scores)")?.getBoundingClientRect();
  const bottom = Math.min(map.bottom, innerHeight, bar && bar.top > map.top ? bar.top : innerHeight);
  const width = Math.min(map.right, innerWidth) - Math.max(map.left, 0);
  return (width * (bottom - map.top)) / (innerWidth * innerHeight);
}"""
PAGE_ROOM = "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"


def clipped(page: Page) -> list[str]:
    """Return the texts of a page that do not fit."""
    found: list[str] = page.evaluate(CLIPPED)
    return found


def small_targets(page: Page) -> list[str]:
    """Return the controls that are too small for a finger."""
    found: list[str] = page.evaluate(SMALL)
    return found


def map_share(page: Page) -> float:
    """Return how much of the window shows the map."""
    return float(page.evaluate(MAP_SHARE))


def page_room(page: Page) -> list[Any]:
    """Return how far the page can be scrolled sideways and down."""
    room: list[Any] = page.evaluate(PAGE_ROOM)
    return room

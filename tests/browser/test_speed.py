"""The client is fast: loading, from a click to its effect, and while panning."""

import gzip
import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response

from tests.browser.servers import CLIENT, Server, visitor
from tests.browser.table_actions import click_move, click_spot, open_table, table_of, wait_for_turn
from tests.calibration import page_slowdown

PEOPLE = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "human", "name": "Cleo"}]
FIRST_PAGE_BYTES = 150_000
TABLE_BYTES = 215_000  # the first page and a table of Hansa Teutonica
INTERACTIVE_MS = 1500
SHOWN_MS = 100
FRAME_MS = 16
ENOUGH, MOST = 3, 12
WORK = {
    "FunctionCall",
    "EventDispatch",
    "FireAnimationFrame",
    "UpdateLayoutTree",
    "Layout",
    "RunMicrotasks",
    "TimerFire",
}
USABLE = "() => [...document.querySelectorAll('main button')].some(one => !one.disabled) && performance.now()"
WATCH = """() => {
  let began;
  window.shownAfter = undefined;
  addEventListener("click", () => (began = performance.now()), true);
  const watch = new MutationObserver(() => {
    if (!document.querySelector(`[data-space="SPACE"] [data-owner]`)) return;
    watch.disconnect();
    requestAnimationFrame(() => (window.shownAfter = performance.now() - began));
  });
  watch.observe(document.querySelector("main.map"), { subtree: true, childList: true });
}"""


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    """An empty page, whose speed depends on the machine and on nothing of ours."""
    page = browser.new_page()
    yield page
    page.close()


def quickest(measure: Callable[[], float], limit: float, blank: Page) -> float:
    """Return the third best time, scaled to the reference machine, with a limited number of repeated measurements."""
    found: list[float] = []
    while len(found) < ENOUGH or (sorted(found)[ENOUGH - 1] > limit and len(found) < MOST):
        slower = page_slowdown(blank)
        found.append(measure() / slower)
    return sorted(found)[ENOUGH - 1]


def test_the_first_page_can_be_used_soon(browser: Browser, server: Server, blank: Page) -> None:
    def measure() -> float:
        with visitor(browser, server) as page:
            return float(page.wait_for_function(USABLE).json_value())

    assert quickest(measure, INTERACTIVE_MS, blank) < INTERACTIVE_MS


def test_the_scripts_are_small(browser: Browser, server: Server) -> None:
    with visitor(browser, server) as page:
        scripts: set[str] = set()

        def heard(response: Response) -> None:
            if response.url.endswith(".js"):
                scripts.add(response.url.rsplit("/", 1)[1])

        page.on("response", heard)
        page.reload()
        page.wait_for_function(USABLE)
        first = compressed_sizes(scripts)
        assert sum(first.values()) < FIRST_PAGE_BYTES, first
        open_table(page, {"game": "teutonica", "players": 3}, PEOPLE)
        both = compressed_sizes(scripts)
        assert sum(both.values()) < TABLE_BYTES, both


def compressed_sizes(scripts: set[str]) -> dict[str, int]:
    """Return the compressed sizes of scripts in bytes, the largest first."""
    sizes = {name: len(gzip.compress((CLIENT.parent / "assets" / name).read_bytes())) for name in scripts}
    return dict(sorted(sizes.items(), key=lambda item: -item[1]))


def test_a_click_is_shown_at_once(page: Page, blank: Page) -> None:
    open_table(page, {"game": "teutonica", "players": 3}, PEOPLE)
    wait_for_turn(page)
    spaces = iter(
        move["words"].split()[1] for move in table_of(page)["state"]["moves"] if move["words"].endswith(" t")
    )

    def measure() -> float:
        space, table = next(spaces), table_of(page)
        if table["state"]["position"]["actions"] == 0:
            click_move(page, "end-turn", {})
            wait_for_turn(page, table["state"]["number"])
        page.evaluate(WATCH.replace("SPACE", space))
        click_spot(page, f"space:{space}")
        page.locator(f'[data-move="place {space} t"]').click()
        return float(page.wait_for_function("() => window.shownAfter").json_value())

    assert quickest(measure, SHOWN_MS, blank) < SHOWN_MS


def work_of_frames(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of script, style and layout from one frame to the next, by the clock of the page's own thread."""
    main = {(event["pid"], event["tid"]) for event in events if event["name"] == "BeginMainThreadFrame"}
    mine = [event for event in events if (event["pid"], event["tid"]) in main and "tts" in event]
    starts = sorted(event["tts"] for event in mine if event["name"] == "BeginMainThreadFrame")
    worked = [event for event in mine if event["name"] in WORK and "tdur" in event]
    spans = sorted((event["tts"], event["tts"] + event["tdur"]) for event in worked)
    return [busy(spans, first, last) / 1000 for first, last in itertools.pairwise(starts)]


def busy(spans: list[tuple[float, float]], first: float, last: float) -> float:
    """How much of a stretch of time some spans cover together."""
    covered, until = 0.0, first
    for begin, end in spans:
        begin, end = max(begin, until), min(end, last)
        if end > begin:
            covered, until = covered + end - begin, end
    return covered


def pan(browser: Browser, page: Page) -> list[float]:
    """Drag the map about, and read the browser's trace of it."""
    page.mouse.move(400, 350)
    page.mouse.down()
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline.frame"])
    for step in range(60):
        page.mouse.move(400 + 3 * (step % 30), 350 - 2 * (step % 40))
    content = browser.stop_tracing()
    page.mouse.up()
    return work_of_frames(json.loads(content)["traceEvents"])


@pytest.mark.parametrize("game", ["teutonica", "hansa"])
def test_panning_stays_within_a_frame(browser: Browser, page: Page, blank: Page, game: str) -> None:
    open_table(page, {"game": game, "players": 3}, PEOPLE)
    wait_for_turn(page)
    page.locator(".viewport").hover()
    page.mouse.wheel(0, -600)
    page.wait_for_timeout(300)
    slower = page_slowdown(blank)
    frames = pan(browser, page)
    assert len(frames) > 20
    assert max(frames) / slower < FRAME_MS, sorted(frames)[-5:]

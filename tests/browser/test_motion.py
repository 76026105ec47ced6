"""Moves are shown as motion, can be skipped, reviewed and watched at a chosen speed, and stand still on request."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.recorded_tables import computers, cut, open_record, recorded
from tests.browser.servers import Server, visitor
from tests.browser.table_actions import click_move, click_spot, open_table, shown_number, table_of, wait_for_turn

SETUP = {"game": "teutonica", "board": "hanse-2-3", "players": 3}
START = {
    "active": 0,
    "actions": 4,
    "spaces": {"bremen--osnabruck.2": [1, "t"], "dortmund--duisburg.1": [0, "t"], "dortmund--duisburg.2": [0, "t"]},
    "posts": {"dortmund": [[0, "t"], None]},
}
PEOPLE = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "human", "name": "Cleo"}]
QUIET: dict[str, Any] = {"follow": True, "still": False}
PAUSE = """() => {  // in the page, because a busy machine might send a click after the last move
  const button = document.querySelector("button[aria-label=Pause]");
  button?.click();
  return button !== null;
}"""
# Each animation is stopped at its beginning, middle and end, so that a busy machine does not hide it.
OBSERVE = """() => {
  window.animations = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const animation = animate.call(this, frames, timing);
    animation.pause();
    const places = [0, 0.5, 1].map(share => {
      animation.currentTime = timing.delay + share * timing.duration * 0.999;
      const box = this.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
    animation.currentTime = 0;
    animation.play();
    const owner = this.querySelector("[data-owner]")?.dataset.owner;
    window.animations.push({ sort: this.classList[0], text: this.textContent.trim(), owner, places, ...timing });
    return animation;
  };
}"""
MIDDLE = """space => {
  const box = document.querySelector(`[data-space="${space}"] circle`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
HIDDEN = "document.querySelectorAll('.viewport [style*=visibility], .animations > *').length"


@contextmanager
def table(browser: Browser, server: Server, **settings: Any) -> Iterator[Page]:
    """Open a table of three people at one screen in a prepared position, and observe every animation."""
    with visitor(browser, server, **{**QUIET, **settings}) as page:
        assert page.request.post("/api/session", data={"name": "Ada"}).ok
        record = {"format": 1, "revision": 1, "setup": SETUP, "start": START, "moves": [], "result": None}
        open_record(page, record, seats=PEOPLE)
        wait_for_turn(page)
        if settings.get("still") is not True and settings.get("options") is None:
            page.locator(".animations").wait_for(state="attached")
            page.wait_for_function(
                "() => performance.getEntriesByType('resource').some(one => one.name.includes('motions'))"
            )
            page.wait_for_timeout(300)
        page.evaluate(OBSERVE)
        yield page


def animations_of(page: Page, words: str) -> list[dict[str, Any]]:
    """Make a move and return what moved."""
    page.evaluate("window.animations = []")
    number = shown_number(page)
    click_move(page, words, {})
    page.wait_for_function(
        "number => Number(document.querySelector('[data-number]').dataset.number) > number", arg=number
    )
    page.wait_for_function(f"() => {HIDDEN} === 0")
    found: list[dict[str, Any]] = page.evaluate("window.animations")
    return found


def is_near(place: list[float], other: list[float], far: float = 12) -> bool:
    """Return whether two points lie close together."""
    return abs(place[0] - other[0]) < far and abs(place[1] - other[1]) < far


def test_placing_displacing_and_relocating_are_animated(browser: Browser, server: Server) -> None:
    with table(browser, server) as page:
        [placed] = animations_of(page, "place bremen--osnabruck.1 t")
        space = page.evaluate(MIDDLE, "bremen--osnabruck.1")
        assert (placed["owner"], placed["duration"]) == ("red", 180)
        assert placed["places"][0][1] < space[1] - 4  # it is dropped from above
        assert is_near(placed["places"][2], space)
        gone, put = animations_of(page, "displace bremen--osnabruck.2 t 0")
        space = page.evaluate(MIDDLE, "bremen--osnabruck.2")
        assert [gone["owner"], put["owner"]] == ["blue", "red"]
        assert is_near(gone["places"][0], space)
        assert not is_near(gone["places"][2], space, 60)  # it goes to its owner
        assert put["delay"] >= gone["duration"]  # one thing at a time
        [moved] = animations_of(page, "relocate kampen--osnabruck.2 t")
        first, middle, last = moved["places"]
        assert moved["duration"] == 320
        assert is_near(first, space)
        assert is_near(last, page.evaluate(MIDDLE, "kampen--osnabruck.2"))
        assert middle[1] < (first[1] + last[1]) / 2 - 2  # on an arc


def test_creating_a_route_and_scoring_are_animated(browser: Browser, server: Server) -> None:
    with table(browser, server) as page:
        animations = animations_of(page, "create dortmund--duisburg")
        assert [animation["sort"] for animation in animations] == ["road", "light", "points", "thing"]
        _, light, points, shield = animations
        assert light["duration"] == 450
        assert not is_near(light["places"][0], light["places"][2], 40)
        assert (points["text"], points["delay"]) == ("+1", 450)
        assert points["places"][2][1] < points["places"][0][1] - 10  # it rises
        assert shield["places"][2][0] > shield["places"][0][0] + 10  # along the track
        to_city, *others = animations_of(page, "reward post duisburg")
        assert is_near(to_city["places"][0], page.evaluate(MIDDLE, "dortmund--duisburg.1"))
        assert [other["duration"] for other in others] == [260]


@pytest.mark.parametrize(
    "settings", [{"still": True}, {"options": {"reduced_motion": "reduce"}}], ids=["still", "reduced"]
)
def test_nothing_moves_where_no_motion_is_wanted(browser: Browser, server: Server, settings: dict[str, Any]) -> None:
    with table(browser, server, **settings) as page:
        words = ("place bremen--osnabruck.1 t", "displace bremen--osnabruck.2 t 0", "relocate kampen--osnabruck.2 t")
        assert [animations_of(page, each) for each in words] == [[], [], []]


def test_input_ends_all_motion(browser: Browser, server: Server) -> None:
    with table(browser, server) as page:
        # The motion does not end by itself.
        page.evaluate("() => { const later = setTimeout; window.setTimeout = (act, ms) => later(act, ms * 100); }")
        click_move(page, "displace bremen--osnabruck.2 t 0", {})
        page.wait_for_function("() => document.querySelectorAll('.animations > *').length === 2")
        assert page.locator('[data-space="bremen--osnabruck.2"] [data-owner=red]').count() == 1
        page.keyboard.press("Shift")
        page.wait_for_function(f"() => {HIDDEN} === 0")
        expect(page.locator('[data-space="bremen--osnabruck.2"] [data-owner=red]')).to_be_visible()


def test_moves_since_the_last_turn_are_played_paused_stepped_and_skipped(browser: Browser, server: Server) -> None:
    with visitor(browser, server, **QUIET) as page:
        record = cut(recorded("teutonica/second_hanse-2-3_3p"), 0.4)
        open_record(page, record, seats=computers(record["setup"]))
        strip = page.get_by_role("region", name="Since your last turn")
        current = strip.locator("[aria-current=step]")
        page.wait_for_function(PAUSE)
        expect(strip.get_by_role("button", name="Play")).to_be_visible()
        strip.get_by_role("listitem").nth(1).get_by_role("button").click()
        expect(current).to_contain_text("created the route")
        expect(page.locator("[data-move-mark]").last).to_have_attribute("data-move-mark", "2")
        expect(page.locator(".caption")).to_contain_text("Computer 2 created the route")
        shown = shown_number(page)
        strip.get_by_role("button", name="One move back").click()
        expect(current).to_contain_text("placed a trader")
        assert shown_number(page) < shown
        page.keyboard.press(".")
        expect(current).to_contain_text("created the route")
        assert shown_number(page) == shown
        strip.get_by_role("button", name="Speed: 1×").click()
        expect(strip.get_by_role("button", name="Speed: 2×")).to_be_visible()
        page.keyboard.press("Escape")
        expect(strip).to_have_count(0)
        wait_for_turn(page)
        page.keyboard.press("r")
        current.wait_for()
        click_spot(page, "space:bremen--osnabruck.1")  # input wins
        expect(strip).to_have_count(0)
        wait_for_turn(page)
        page.reload()
        wait_for_turn(page)
        expect(strip).to_have_count(0)  # what was seen is not played again by itself


def test_with_reduced_motion_the_recap_waits_for_the_reader(browser: Browser, server: Server) -> None:
    with visitor(browser, server, follow=True, options={"reduced_motion": "reduce"}) as page:
        record = cut(recorded("hansa/three-light"), 0.5)
        open_record(page, record, seats=computers(record["setup"]))
        wait_for_turn(page)
        page.get_by_role("button", name="Show again").click()
        strip = page.get_by_role("region", name="Since your last turn")
        expect(strip.get_by_role("button", name="Play", exact=True)).to_be_visible()
        strip.get_by_role("button", name="One move forward").click()
        expect(strip.locator("[aria-current=step]")).to_have_count(1)


def test_a_game_between_computers_is_watched_at_a_chosen_speed(browser: Browser, server: Server) -> None:
    with visitor(browser, server, **QUIET) as page:
        open_table(page, {"game": "hansa", "players": 2}, [{"kind": "agent", "agent": "light"}] * 2)
        page.get_by_role("button", name="Pause").click()
        while not table_of(page)["state"]["over"]:
            page.wait_for_timeout(100)
        page.wait_for_timeout(700)
        shown = shown_number(page)
        assert shown < table_of(page)["state"]["number"]  # the end screen waits
        page.get_by_label("Speed").select_option("8×")
        page.get_by_role("button", name="Play").click()
        page.wait_for_function(
            "shown => Number(document.querySelector('[data-number]').dataset.number) > shown", arg=shown
        )
        page.get_by_role("button", name="To the end").click()
        page.wait_for_url("**/end")

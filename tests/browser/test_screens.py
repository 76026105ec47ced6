"""Every screen is accessible, fits laptops and phones, and works in all languages."""

import itertools
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.layout_checks import AT_REST
from tests.browser.recorded_tables import computers, open_record, recorded
from tests.browser.screen_flows import Visit, show_settings
from tests.browser.servers import PHONE, Server, visitor
from tests.browser.table_actions import is_over, open_table, play, wait_for_turn

# Axe describes only violations: describing every element that passes takes most of its time.
FIND_VIOLATIONS = "axe.run({ resultTypes: ['violations'] }).then(result => result.violations)"
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SETUP = {"game": "teutonica", "players": 3, "modules": ["mission-cards"]}
SEATS = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "open"}]


def axe_violations(page: Page) -> list[str]:
    """Return the axe violations of a page that has come to rest: colours of a transition have any contrast."""
    page.wait_for_function(AT_REST)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(FIND_VIOLATIONS)
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"][:3]]


def open_replay(page: Page) -> None:
    """Open the replay of a recorded game."""
    open_record(page, recorded("teutonica/big-box_east-3-5_3p"), "/replay")
    page.locator("input[type=range]").wait_for()


def screens(page: Page) -> dict[str, list[str]]:
    """Return the axe violations of every screen."""
    page.locator("#new-game").wait_for()
    found = {"start": axe_violations(page)}
    show_settings(Visit(page, {}))
    found["settings"] = axe_violations(page)
    page.keyboard.press("Escape")
    open_table(page, SETUP, SEATS)
    found["table"] = axe_violations(page)
    open_replay(page)
    found["replay"] = axe_violations(page)
    page.goto(page.url.replace("/replay", "/end"))
    page.locator("table").first.wait_for()
    found["end"] = axe_violations(page)
    page.goto("/#/join/abc/1/secret")
    page.locator("form").wait_for()
    found["join"] = axe_violations(page)
    return {screen: problems for screen, problems in found.items() if problems}


LAPTOP: dict[str, Any] = {}
LOOKS = list(itertools.product(["en", "de", "fr"], ["light", "dark"], [LAPTOP, PHONE]))
SOME = [("en", "light", LAPTOP), ("de", "dark", PHONE)]


@pytest.mark.parametrize(
    ("locale", "theme", "options"),
    [pytest.param(*look, marks=() if look in SOME else pytest.mark.soak) for look in LOOKS],
)
def test_axe_finds_nothing(
    browser: Browser, server: Server, locale: str, theme: str, options: dict[str, Any]
) -> None:
    with visitor(browser, server, theme=theme, locale=locale, options=options) as page:
        assert screens(page) == {}


def test_nothing_scrolls_on_a_laptop(page: Page) -> None:
    open_table(page, SETUP, SEATS)
    room = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert room == [768, 1366]


@pytest.mark.parametrize("game", ["teutonica", "hansa"])
def test_a_phone_plays(browser: Browser, server: Server, game: str) -> None:
    with visitor(browser, server, options=PHONE) as page:
        setup = {"game": game, "players": 3}
        open_table(page, setup, computers(setup))
        wait_for_turn(page)
        page.get_by_role("button", name="Show the whole map").click()
        assert play(page, 4) == 4
        width, scrolled = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
        assert scrolled <= width


@pytest.mark.soak
@pytest.mark.parametrize("game", ["teutonica", "hansa"])
def test_a_phone_plays_a_whole_game(browser: Browser, server: Server, game: str) -> None:
    with visitor(browser, server, options=PHONE) as page:
        setup = {"game": game, "players": 3}
        open_table(page, setup, computers(setup))
        wait_for_turn(page)
        page.get_by_role("button", name="Show the whole map").click()
        play(page)
        assert is_over(page)


def test_a_record_is_stepped_through(page: Page) -> None:
    open_replay(page)
    page.get_by_role("button", name="One turn back").click()
    card = page.locator("section.card").first
    expect(card).not_to_contain_text("move 0 of")
    page.get_by_role("slider").first.fill("0")
    expect(card).to_contain_text("move 0 of")
    page.get_by_label("Point of view").select_option("1")
    card.get_by_role("button", name="One move forward").click()
    expect(card).to_contain_text("move 1 of")


def test_the_language_changes_at_any_moment(page: Page) -> None:
    open_table(
        page, SETUP, [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "agent", "agent": "light"}]
    )
    wait_for_turn(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Français").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Finir le tour")).to_be_visible()


def test_people_at_one_screen_reveal_a_secret_card_on_demand(page: Page) -> None:
    open_table(
        page, SETUP, [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "agent", "agent": "light"}]
    )
    wait_for_turn(page)
    page.get_by_role("button", name="Secret card of").click()
    expect(page.get_by_role("button", name="Look at the mission card")).to_have_count(0)
    page.get_by_role("button", name="Show the card").click()
    page.get_by_role("dialog").get_by_role("button", name="Look at the mission card").click()
    expect(page.locator("ol.mission li")).to_have_count(3)

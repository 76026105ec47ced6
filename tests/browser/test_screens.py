"""Every screen: axe finds nothing, nothing scrolls on a laptop, a phone can play, and all languages are there."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import click_move, open_table, play, told, wait_for_turn
from tests.browser.running import PHONE, Server, visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RECORDS = Path(__file__).parents[1] / "games"
RECORD = RECORDS / "teutonica" / "records" / "big-box_east-3-5_3p.json"
SETUP = {"game": "teutonica", "players": 3, "modules": ["mission-cards"]}
SEATS = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "open"}]


def faults(page: Page) -> list[str]:
    """What axe finds on a page."""
    page.add_script_tag(path=str(AXE))
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(result => result.violations)")
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"][:3]]


def study(page: Page) -> None:
    """Look at a finished game by its record."""
    page.request.post("/api/session", data={"name": "Ada"})
    answer = page.request.post("/api/tables", data={"record": json.loads(RECORD.read_text(encoding="utf-8"))})
    assert answer.ok, answer.text()
    page.goto(f"/#/table/{answer.json()['id']}/replay")
    page.get_by_role("slider").first.wait_for()


def screens(page: Page) -> dict[str, list[str]]:
    """What axe finds on every screen."""
    page.locator("#new-game").wait_for()
    found = {"start": faults(page)}
    page.get_by_role("banner").get_by_role("button").last.click()
    found["settings"] = faults(page)
    page.keyboard.press("Escape")
    open_table(page, SETUP, SEATS)
    found["table"] = faults(page)
    study(page)
    found["replay"] = faults(page)
    page.goto(page.url.replace("/replay", "/end"))
    page.locator("table").wait_for()
    found["end"] = faults(page)
    page.goto("/#/join/abc/1/secret")
    page.locator("form").wait_for()
    found["join"] = faults(page)
    return {screen: problems for screen, problems in found.items() if problems}


def test_axe_finds_nothing_on_a_laptop(page: Page) -> None:
    assert screens(page) == {}


def test_axe_finds_nothing_on_a_phone_at_night(browser: Browser, server: Server) -> None:
    with visitor(browser, server, theme="dark", locale="de", options=PHONE) as page:
        assert screens(page) == {}


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en", "de", "fr"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("options", [{}, PHONE], ids=["laptop", "phone"])
def test_axe_finds_nothing_anywhere(
    browser: Browser, server: Server, locale: str, theme: str, options: dict[str, Any]
) -> None:
    with visitor(browser, server, theme=theme, locale=locale, options=options) as page:
        assert screens(page) == {}


def test_nothing_scrolls_on_a_laptop(page: Page) -> None:
    open_table(page, SETUP, SEATS)
    room = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert room == [768, 1366]


def test_a_phone_plays(browser: Browser, server: Server) -> None:
    with visitor(browser, server, options=PHONE) as page:
        open_table(page, {"game": "hansa", "players": 2}, [{"kind": "human"}, {"kind": "human", "name": "Ben"}])
        wait_for_turn(page)
        page.get_by_role("button", name="Show the whole map").click()
        table = told(page)
        click_move(page, table["state"]["moves"][0]["words"], table["state"]["position"])
        wait_for_turn(page, table["state"]["number"])


def test_a_record_is_stepped_through(page: Page) -> None:
    study(page)
    page.get_by_role("button", name="One turn back").click()
    card = page.locator("section.card").first
    expect(card).not_to_contain_text("move 0 of")
    page.get_by_role("slider").first.fill("0")
    expect(card).to_contain_text("move 0 of")
    page.get_by_label("With the eyes of").select_option("1")
    card.get_by_role("button", name="One move on").click()
    expect(card).to_contain_text("move 1 of")


def test_the_language_changes_at_any_moment(page: Page) -> None:
    open_table(
        page, SETUP, [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "agent", "agent": "light"}]
    )
    wait_for_turn(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Français").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Finir le tour")).to_be_visible()


def test_people_at_one_screen_look_at_their_card_behind_a_curtain(page: Page) -> None:
    open_table(
        page, SETUP, [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "agent", "agent": "light"}]
    )
    wait_for_turn(page)
    page.get_by_role("button", name="Secret card of").click()
    expect(page.get_by_role("button", name="Look at the mission card")).to_have_count(0)
    page.get_by_role("button", name="Draw the curtain").click()
    page.get_by_role("dialog").get_by_role("button", name="Look at the mission card").click()
    expect(page.locator("ol.mission li")).to_have_count(3)


@pytest.mark.soak
@pytest.mark.parametrize("board", ["hanse-4-5", "hanse-2-3", "east-3-5", "britannia-2-3", "britannia-4-5"])
def test_every_board_is_played_on(page: Page, board: str) -> None:
    players = 4 if board.endswith("5") else 3
    seats = [{"kind": "human"}, *[{"kind": "agent", "agent": "light"}] * (players - 1)]
    open_table(page, {"game": "teutonica", "board": board, "players": players}, seats)
    assert play(page, 30) == 30


@pytest.mark.soak
@pytest.mark.parametrize("edition", ["first", "big-box"])
def test_two_players_play(page: Page, edition: str) -> None:
    setup = {"game": "teutonica", "edition": edition, "board": "hanse-2-3", "players": 2}
    open_table(page, setup, [{"kind": "human"}, {"kind": "agent", "agent": "light"}])
    assert play(page, 30) == 30


@pytest.mark.soak
def test_missions_and_favours_are_played(page: Page) -> None:
    setup = {"game": "teutonica", "players": 3, "modules": ["mission-cards", "emperors-favour", "promo-markers"]}
    open_table(page, setup, [{"kind": "human"}, *[{"kind": "agent", "agent": "light"}] * 2])
    assert play(page, 60) == 60

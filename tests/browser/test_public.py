"""Everything that is public about the players is visible and has a name, on a laptop and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.recorded_tables import computers, cut, open_record, recorded
from tests.browser.servers import LAPTOP, PHONE, Server, visitor
from tests.browser.table_actions import is_phone, table_of

FAVOURS = "teutonica/big-box_hanse-4-5_4p_mission-cards_emperors-favour_promo-markers"
SCREENS: dict[str, dict[str, Any]] = {"laptop": {"viewport": LAPTOP}, "phone": PHONE}


def open_game(page: Page, file: str, share: float) -> dict[str, Any]:
    """Open a table in the middle of a recorded game and return its state."""
    record = cut(recorded(file), share)
    open_record(page, record, seats=computers(record["setup"]))
    page.locator("[data-number]").first.wait_for()
    state: dict[str, Any] = table_of(page)["state"]
    return state


def cards(page: Page) -> Locator:
    """Return the cards of the rivals; a phone shows them in a tab."""
    if is_phone(page):
        page.locator(".grip").press("ArrowUp")
        page.get_by_role("tab", name="Rivals").click()
    found = page.locator("article").filter(has=page.locator("[aria-haspopup=dialog]"))
    found.first.wait_for()
    return found


def details(page: Page) -> Locator:
    """Return the open details of a player."""
    return page.locator("[data-details]:popover-open")


@pytest.mark.parametrize("screen", SCREENS)
def test_markers_and_favours_of_rivals_are_named(browser: Browser, server: Server, screen: str) -> None:
    with visitor(browser, server, options=SCREENS[screen]) as page:
        position = open_game(page, FAVOURS, 0.75)["position"]
        shown = cards(page)
        for seat in (1, 2, 3):
            card = shown.nth(seat - 1)
            unused, used = (position[field].get(str(seat), []) for field in ("unused_markers", "used_markers"))
            expect(card.get_by_role("img", name=", ready", exact=False)).to_have_count(len(unused))
            expect(card.get_by_role("img", name=", used", exact=False)).to_have_count(len(used))
            expect(card.get_by_role("img", name="Favour ", exact=False)).to_have_count(
                len(position["favours"][str(seat)])
            )
            expect(card.get_by_text("in all if the game ended now")).to_have_count(1)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("file", [FAVOURS, "hansa/four-light"])
def test_the_lines_of_a_projected_score_add_up(browser: Browser, server: Server, file: str, screen: str) -> None:
    with visitor(browser, server, options=SCREENS[screen]) as page:
        state = open_game(page, file, 0.6)
        opener = cards(page).nth(1)
        opener.tap() if is_phone(page) else opener.click()
        expect(details(page)).to_have_attribute("data-details", "2")
        *lines, total = (int(text) for text in details(page).locator("[data-projected] td").all_inner_texts())
        assert sum(lines) == total == state["scores"][2]["total"]
        page.keyboard.press("Escape")
        expect(details(page)).to_have_count(0)


def test_details_open_by_key_and_show_the_player_on_the_map(page: Page) -> None:
    state = open_game(page, FAVOURS, 0.6)
    button = cards(page).first.locator("[aria-haspopup=dialog]")
    button.focus()
    page.keyboard.press("Enter")
    expect(details(page)).to_have_attribute("data-details", "1")
    page.keyboard.press("v")
    rings = page.locator("[data-highlighted-seat] .ring > *")
    spaces = [owner for owner, _ in state["position"]["spaces"].values() if owner == 1]
    rows = [*state["position"]["posts"].values(), *state["position"].get("extra_posts", {}).values()]
    posts = [post for row in rows for post in row if post and post[0] == 1]
    special = [owner for owner in state["position"].get("special", {}).values() if owner == 1]
    expect(rings).to_have_count(len(spaces) + len(posts) + len(special))
    page.keyboard.press("Escape")
    expect(details(page)).to_have_count(0)
    expect(page.locator("[data-highlighted-seat]")).to_have_count(0)
    expect(button).to_be_focused()


def test_a_tap_on_a_seat_of_a_phone_opens_its_details(browser: Browser, server: Server) -> None:
    with visitor(browser, server, options=PHONE) as page:
        open_game(page, FAVOURS, 0.6)
        page.locator("button[data-seat='3']").tap()
        expect(details(page)).to_have_attribute("data-details", "3")
        expect(details(page).get_by_role("img", name=", ready", exact=False).first).to_be_visible()


def test_v_goes_through_the_rivals_and_the_desk_shows_the_own_score(page: Page) -> None:
    state = open_game(page, FAVOURS, 0.6)
    colours: list[str | None] = []
    for _ in range(4):
        page.keyboard.press("v")
        shown = page.locator("[data-highlighted-seat]")
        colours += [shown.get_attribute("data-highlighted-seat")] if shown.count() else [None]
    assert colours == ["blue", "yellow", "green", None]
    page.get_by_role("region", name="Desk of").locator("[aria-haspopup=dialog]").click()
    expect(details(page)).to_have_attribute("data-details", "0")
    expect(details(page).locator("[data-projected] td").last).to_have_text(str(state["scores"][0]["total"]))


@pytest.mark.parametrize("file", ["big-box_hanse-4-5_5p", "big-box_britannia-4-5_5p", "big-box_east-3-5_5p"])
def test_every_shield_of_five_players_at_zero_is_on_the_map(page: Page, file: str) -> None:
    record = {**recorded(f"teutonica/{file}"), "result": None}
    first = next(n for n, move in enumerate(record["moves"]) if not move.startswith("chance"))
    open_record(page, {**record, "moves": record["moves"][:first]}, seats=computers(record["setup"]))
    boxes = page.locator("main.map [data-score]").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    sheet = page.locator(".sheet > svg").bounding_box()
    assert sheet is not None
    assert len(boxes) == 5
    for box in boxes:
        assert box["left"] >= sheet["x"]
        assert box["top"] >= sheet["y"]
        assert box["right"] <= sheet["x"] + sheet["width"]

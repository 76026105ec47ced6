"""The displaced player's turn: who did what, what may be placed and from where, and which spaces are open."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.servers import PHONE, Server, visitor
from tests.browser.table_actions import click_spot, open_position, shown_number, table_of, wait_for_turn
from tests.rules.scenario import BLUE
from tests.rules.test_displace import displaced, parked

PEOPLE = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "human", "name": "Cleo"}]
SETUP = {"game": "teutonica", "players": 3}
SPACE = "minden--munster.2"
NEAR = [f"bremen--minden.{n}" for n in (1, 2, 3)]
POSITION: dict[str, Any] = {
    "active": 1,
    "actions": 2,
    "turn": 9,
    "spaces": {SPACE: [0, "m"]},
    "supply": {"0": [3, 0], "1": [5, 1]},
}


def opened(page: Page, position: dict[str, Any], setup: dict[str, Any] = SETUP) -> Page:
    """Open a table at which Ben displaces a piece of Ada."""
    table = open_position(page, setup, PEOPLE[: setup["players"]], position)
    wait_for_turn(page)
    content = {"number": shown_number(page), "move": f"displace {SPACE} t 0"}
    answer = page.request.post(f"/api/tables/{table}/moves", data=content)
    assert answer.ok, answer.text()
    page.locator("[data-banner]").wait_for()
    return page


@pytest.fixture
def table(page: Page) -> Page:
    """A table at which Ada answers the displacement of her merchant."""
    return opened(page, POSITION)


def pieces(page: Page) -> dict[str, Any]:
    """Return the pieces on routes as the server knows them."""
    found: dict[str, Any] = table_of(page)["state"]["position"]["spaces"]
    return found


def ranks(page: Page, rank: int) -> int:
    """Return how many spaces are numbered with a rank."""
    return page.locator("[data-mark=rank]", has_text=str(rank)).count()


def test_the_banner_says_who_what_where_how_many_and_from_where(table: Page) -> None:
    banner = table.locator("[data-banner]")
    expect(banner).to_contain_text("Ben displaced your merchant on Minden–Münster")
    expect(banner).to_contain_text("place up to 2 more from your stock (8 traders)")
    expect(banner).to_contain_text("0 of 3")
    expect(table.get_by_text("lit: next to Minden–Münster")).to_be_visible()
    expect(table.get_by_text("only when all spaces 1 are full")).to_be_visible()
    lit = table.locator(".spots [role=button]").count()
    assert (ranks(table, 1), ranks(table, 2) > 0) == (lit, True)


def test_three_pieces_take_three_clicks_and_it_ends_by_itself(table: Page) -> None:
    for n, space in enumerate(NEAR, 1):
        number = shown_number(table)
        click_spot(table, f"space:{space}")
        wait_for_turn(table, number)
        if n < len(NEAR):
            expect(table.locator("[data-banner]")).to_contain_text(f"{n} of 3")
    expect(table.locator("[data-banner]")).to_have_count(0)
    assert [pieces(table)[space] for space in NEAR] == [[0, "m"], [0, "t"], [0, "t"]]
    assert table_of(table)["state"]["to_move"] == 1


def test_an_extra_piece_can_be_placed_first(table: Page) -> None:
    number = shown_number(table)
    token = table.locator('[data-token="t"]')
    expect(table.locator('[data-token="m"]')).to_have_attribute("aria-pressed", "true")
    token.click()
    expect(token).to_have_attribute("aria-pressed", "true")
    click_spot(table, f"space:{NEAR[0]}")
    wait_for_turn(table, number)
    assert pieces(table)[NEAR[0]] == [0, "t"]


def test_the_way_of_the_displaced_piece_is_drawn(table: Page) -> None:
    table.locator(f'[id="spot-space:{NEAR[0]}"]').hover(force=True)
    expect(table.locator("[data-mark=arrow]")).to_have_count(1)


def test_no_extras_ends_the_answer(table: Page) -> None:
    number = shown_number(table)
    spot = table.locator(f'[id="spot-space:{NEAR[0]}"]')
    spot.focus()
    table.keyboard.press("Enter")
    wait_for_turn(table, number)
    expect(table.locator('[data-move="stop"]').first).to_contain_text("No extras")
    table.keyboard.press("n")
    wait_for_turn(table, number + 1)
    assert table_of(table)["state"]["to_move"] == 1


def test_the_neutral_piece_is_named_as_such(page: Page) -> None:
    setup = {"game": "teutonica", "players": 2}
    opened(page, {**POSITION, "spaces": {SPACE: ["n", "t"]}, "supply": {"1": [5, 1]}}, setup)
    banner = page.locator("[data-banner]")
    expect(banner).to_contain_text("Ben displaced a neutral")
    expect(banner).to_contain_text("neutral trader on Minden–Münster. For the neutral player")


def test_three_taps_answer_on_a_phone(browser: Browser, server: Server) -> None:
    with visitor(browser, server, options=PHONE) as page:
        opened(page, POSITION)
        page.get_by_label("Show the whole map").tap()
        for space in NEAR:
            number = shown_number(page)
            click_spot(page, f"space:{space}")
            wait_for_turn(page, number)
        expect(page.locator("[data-banner]")).to_have_count(0)
        assert pieces(page)[NEAR[0]] == [0, "m"]


@pytest.fixture
def favoured(page: Page) -> Page:
    """A table at which Ada may take a piece because Ben took income."""
    setup = {"game": "teutonica", "players": 3, "modules": ["emperors-favour"]}
    table = open_position(
        page, setup, PEOPLE, {"active": 1, "actions": 2, "turn": 9, "favours": {"0": ["income-share"]}}
    )
    wait_for_turn(page)
    content = {"number": shown_number(page), "move": "income 1 0"}
    assert page.request.post(f"/api/tables/{table}/moves", data=content).ok
    return page


def test_a_reaction_is_explained(favoured: Page) -> None:
    expect(favoured.locator("[data-banner]")).to_contain_text("Ben took income")
    expect(favoured.locator("[data-banner]")).to_contain_text("take a piece from your stock")


def test_an_own_piece_is_lifted_where_stock_and_supply_are_empty(page: Page) -> None:
    posts = parked(9) | {"stade": [[BLUE, "m"]]}
    s = displaced("t", spaces={"hamburg--lubeck.1": [BLUE, "t"]}, posts=posts)
    open_position(page, s.game.setup, [{"kind": "human", "name": f"Player {n}"} for n in range(4)], s.json)
    wait_for_turn(page)
    banner = page.locator("[data-banner]")
    expect(banner).to_contain_text("by lifting your own pieces from routes")
    number = shown_number(page)
    click_spot(page, "space:dortmund--duisburg.1")
    wait_for_turn(page, number)
    click_spot(page, "space:hamburg--lubeck.1")
    page.locator('[data-hand="1"]').wait_for()
    expect(banner).to_contain_text("put the piece that you lifted on a lit space")
    click_spot(page, "space:paderborn--warburg.2")
    wait_for_turn(page, number + 2)
    assert pieces(page)["paderborn--warburg.2"] == [BLUE, "t"]
    expect(banner).to_have_count(0)

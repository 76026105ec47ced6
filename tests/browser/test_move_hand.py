"""Moving pieces: a click lifts, destinations light at once, and nothing is sent before the first destination."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.servers import PHONE, Server, visitor
from tests.browser.table_actions import click_spot, open_position, shown_number, table_of, wait_for_turn

PEOPLE = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "human", "name": "Cleo"}]
SETUP = {"game": "teutonica", "players": 3}
ONE, TWO = "gottingen--quedlinburg.1", "gottingen--quedlinburg.2"
LAST = "dortmund--duisburg.2"
POSITION: dict[str, Any] = {
    "active": 0,
    "actions": 2,
    "turn": 9,
    "spaces": {ONE: [0, "t"], TWO: [0, "m"], "dortmund--duisburg.1": [0, "t"], "bremen--osnabruck.1": [1, "t"]},
    "abilities": {"0": {"book": 1}},
}


def spot(page: Page, space: str) -> Any:
    """Return a space of the map."""
    return page.locator(f'[id="spot-space:{space}"]')


def lit(page: Page) -> set[str]:
    """Return the spaces that can be chosen."""
    found = page.locator(".spots [role=button]").evaluate_all("all => all.map(one => one.id.slice(11))")
    return set(found)


def spaces(page: Page) -> dict[str, Any]:
    """Return the pieces on routes as the server knows them."""
    found: dict[str, Any] = table_of(page)["state"]["position"]["spaces"]
    return found


@pytest.fixture
def sent(page: Page) -> list[str]:
    """The moves that the page sends, in words."""
    moves: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.split("?")[0].endswith("/moves"):
            content: Any = request.post_data_json
            moves.append(content["move"])

    page.on("request", note)
    return moves


@pytest.fixture
def table(page: Page) -> Page:
    """A table at which one's pieces can be moved."""
    open_position(page, SETUP, PEOPLE, POSITION)
    wait_for_turn(page)
    return page


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    """The same table on a phone."""
    with visitor(browser, server, options=PHONE) as page:
        open_position(page, SETUP, PEOPLE, POSITION)
        wait_for_turn(page)
        page.get_by_label("Show the whole map").tap()
        yield page


def test_one_piece_takes_two_clicks(table: Page, sent: list[str]) -> None:
    number = shown_number(table)
    click_spot(table, f"space:{ONE}")
    expect(table.locator("[data-hand]")).to_contain_text("1 of up to 3")
    assert LAST in lit(table), "destinations light at once"
    assert sent == []
    assert spaces(table)[ONE] == [0, "t"], "nothing has happened yet"
    expect(spot(table, TWO).locator(".further").first).to_be_attached()
    expect(spot(table, LAST).locator(".further")).to_have_count(0)
    click_spot(table, f"space:{LAST}")
    wait_for_turn(table, number)
    expect(table.locator("[data-hand]")).to_have_count(0)
    assert sent == [f"lift {ONE}", "stop", f"put {LAST}"]
    assert spaces(table)[LAST] == [0, "t"]


def test_two_pieces_take_four_clicks_and_the_hand_chooses_the_order(table: Page, sent: list[str]) -> None:
    number = shown_number(table)
    click_spot(table, f"space:{ONE}")
    table.locator('[data-hand="1"]').wait_for()
    click_spot(table, f"space:{TWO}")
    tray = table.locator('[data-hand="2"]')
    slots = tray.locator("button.slot")
    expect(slots.first).to_have_accessible_name("trader, next to put, 1 of 2")
    slots.nth(1).click()
    expect(slots.first).to_have_accessible_name("merchant, next to put, 1 of 2")
    click_spot(table, f"space:{LAST}")
    wait_for_turn(table, number)
    assert sent == [f"lift {TWO}", f"lift {ONE}", "stop", f"put {LAST}"]
    expect(table.locator("[data-hand]")).to_have_attribute("data-hand", "1")
    click_spot(table, "space:bremen--osnabruck.2")
    expect(table.locator("[data-hand]")).to_have_count(0)
    assert spaces(table)[LAST] == [0, "m"]
    assert spaces(table)["bremen--osnabruck.2"] == [0, "t"]


@pytest.mark.parametrize("way", ["Escape", "button"])
def test_all_is_put_back_without_a_trace(table: Page, sent: list[str], way: str) -> None:
    before = lit(table)
    click_spot(table, f"space:{ONE}")
    table.locator('[data-hand="1"]').wait_for()
    click_spot(table, f"space:{TWO}")
    table.locator('[data-hand="2"]').wait_for()
    if way == "Escape":
        table.keyboard.press("Escape")
    else:
        table.get_by_role("button", name="Put back").click()
    expect(table.locator("[data-hand]")).to_have_count(0)
    assert (lit(table), sent) == (before, [])
    assert table_of(table)["state"]["position"]["actions"] == 2


def test_done_puts_what_is_left_back_where_it_lay(table: Page, sent: list[str]) -> None:
    for n, space in enumerate((ONE, TWO), 1):
        click_spot(table, f"space:{space}")
        table.locator(f'[data-hand="{n}"]').wait_for()
    number = shown_number(table)
    click_spot(table, f"space:{LAST}")
    wait_for_turn(table, number)
    table.get_by_role("button", name="Done").click()
    expect(table.locator("[data-hand]")).to_have_count(0)
    assert sent[-1] == f"put {TWO}"
    assert spaces(table)[TWO] == [0, "m"]


def test_the_way_and_what_it_leads_to_are_drawn(table: Page) -> None:
    click_spot(table, f"space:{ONE}")
    expect(table.locator("[data-mark=origin]")).to_have_count(1)
    spot(table, LAST).hover(force=True)
    expect(table.locator("[data-mark=arrow]")).to_have_count(1)
    expect(table.locator("[data-mark=note]")).to_contain_text("completes the route")
    spot(table, "bremen--osnabruck.2").hover(force=True)
    expect(table.locator("[data-mark=note]")).to_have_count(0)
    expect(table.locator("[data-mark=arrow]")).to_have_count(1)


def test_the_keyboard_alone_moves_a_piece(table: Page, sent: list[str]) -> None:
    number = shown_number(table)
    spot(table, ONE).focus()
    table.keyboard.press("Enter")
    table.locator('[data-hand="1"]').wait_for()
    spot(table, LAST).focus()
    table.keyboard.press("Enter")
    wait_for_turn(table, number)
    assert sent[-1] == f"put {LAST}"


def test_two_taps_move_a_piece_on_a_phone(phone: Page) -> None:
    number = shown_number(phone)
    click_spot(phone, f"space:{ONE}")
    phone.locator('[data-hand="1"]').wait_for()
    phone.wait_for_function("() => document.getAnimations().length === 0")
    box = phone.locator("[data-hand] button.slot").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    click_spot(phone, "space:goslar--quedlinburg.1")
    wait_for_turn(phone, number)
    assert spaces(phone)["goslar--quedlinburg.1"] == [0, "t"]


def test_a_draft_ends_when_something_happens_at_the_table(table: Page, sent: list[str]) -> None:
    click_spot(table, f"space:{ONE}")
    table.locator('[data-hand="1"]').wait_for()
    state = table_of(table)["state"]
    path = f"/api/tables/{table_of(table)['id']}/moves"
    assert table.request.post(path, data={"number": state["number"], "move": "income 1 0"}).ok
    wait_for_turn(table, state["number"])
    expect(table.locator("[data-hand]")).to_have_count(0)
    expect(table.get_by_text("Something happened at the table")).to_be_visible()
    assert sent == []


def test_a_hand_that_was_sent_is_there_when_the_page_is_opened_again(table: Page) -> None:
    table_id, number = table_of(table)["id"], shown_number(table)
    content = {"number": number, "move": f"lift {ONE}"}
    assert table.request.post(f"/api/tables/{table_id}/moves", data=content).ok
    table.reload()
    table.locator('[data-hand="1"]').wait_for()
    expect(spot(table, LAST)).to_have_attribute("role", "button")
    click_spot(table, f"space:{LAST}")
    expect(table.locator("[data-hand]")).to_have_count(0)
    assert spaces(table)[LAST] == [0, "t"]


def test_the_origin_of_the_lit_piece_takes_it_back_without_an_action(table: Page, sent: list[str]) -> None:
    click_spot(table, f"space:{ONE}")
    table.locator('[data-hand="1"]').wait_for()
    click_spot(table, f"space:{TWO}")
    table.locator('[data-hand="2"]').wait_for()
    click_spot(table, f"space:{ONE}")
    table.locator('[data-hand="1"]').wait_for()
    click_spot(table, f"space:{TWO}")
    expect(table.locator("[data-hand]")).to_have_count(0)
    assert sent == []


def test_a_verb_key_opens_no_tooltip_and_an_arrow_key_does(table: Page) -> None:
    table.keyboard.press("b")
    expect(table.locator(".spots [role=button]:focus")).to_have_count(1)
    table.wait_for_timeout(400)
    expect(table.get_by_role("tooltip")).to_have_count(0)
    table.keyboard.press("ArrowRight")
    expect(table.get_by_role("tooltip")).to_be_visible()


def test_a_marker_moves_pieces_of_others_in_the_same_way(page: Page, sent: list[str]) -> None:
    others = {"bremen--osnabruck.1": [1, "t"], "bremen--osnabruck.2": [2, "t"]}
    position = {**POSITION, "spaces": others, "unused_markers": {"0": ["move-3"]}}
    table = open_position(page, {**SETUP, "switches": {"three_marker": "move"}}, PEOPLE, position)
    wait_for_turn(page)
    number = shown_number(page)
    content = {"number": number, "move": "use move-3"}
    assert page.request.post(f"/api/tables/{table}/moves", data=content).ok
    wait_for_turn(page, number)
    click_spot(page, "space:bremen--osnabruck.1")
    page.locator('[data-hand="1"]').wait_for()
    click_spot(page, f"space:{LAST}")
    wait_for_turn(page, number + 1)
    # The marker finds one piece: the rules need no stop.
    assert [sent[0], sent[-1]] == ["lift bremen--osnabruck.1", f"put {LAST}"]
    assert spaces(page)[LAST] == [1, "t"]

"""What is left to choose opens beside the clicked place, and repeating the click takes the default."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.recorded_tables import open_record
from tests.browser.servers import PHONE, Server, visitor
from tests.browser.table_actions import click_spot, shown_number, shown_state, wait_for_turn

SETUP = {"game": "teutonica", "board": "hanse-2-3", "players": 3}
PEOPLE = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "human", "name": "Cleo"}]
LANDSCAPE: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
FREE, RIVAL, ROUTE = "bremen--minden.2", "bremen--osnabruck.2", "dortmund--duisburg"
POSITION: dict[str, Any] = {
    "active": 0,
    "actions": 3,
    "supply": {"0": [4, 1]},
    "spaces": {RIVAL: [1, "t"], **{f"{ROUTE}.{n}": [0, "t"] for n in (1, 2)}},
}
COVERS = """spot => {
  const popover = document.querySelector(".popover").getBoundingClientRect();
  const map = document.querySelector(".board").getBoundingClientRect();
  const space = document.getElementById(`spot-${spot}`).querySelector(".hit").getBoundingClientRect();
  const apart = popover.right <= space.left || popover.left >= space.right
    || popover.bottom <= space.top || popover.top >= space.bottom;
  const inside = popover.left >= map.left && popover.right <= map.right + 1
    && popover.top >= map.top && popover.bottom <= map.bottom + 1;
  return [apart, inside];
}"""


def open_position(page: Page, **changes: Any) -> None:
    """Open a table in which the first player may place, displace and create a route."""
    start = {**POSITION, **changes}
    record = {"format": 1, "revision": 1, "setup": SETUP, "start": start, "moves": [], "result": None}
    open_record(page, record, seats=PEOPLE)
    wait_for_turn(page)


def tiles(page: Page) -> list[str]:
    """Return the moves in the popover."""
    page.locator(".popover.measured").wait_for()
    found: list[str] = page.locator(".popover [data-move]").evaluate_all("all => all.map(one => one.dataset.move)")
    return found


def piece_on(page: Page, space: str, number: int) -> Any:
    """Return the piece on a space after the next move."""
    wait_for_turn(page, number)
    return shown_state(page)["position"]["spaces"].get(space)


@pytest.mark.parametrize("keys", [[], ["1"], ["2"], ["Enter"]], ids=["same click", "1", "2", "Enter"])
def test_a_piece_is_placed_at_its_space(page: Page, keys: list[str]) -> None:
    open_position(page)
    number = shown_number(page)
    click_spot(page, f"space:{FREE}")
    assert tiles(page) == [f"place {FREE} t", f"place {FREE} m"]
    assert page.evaluate(COVERS, f"space:{FREE}") == [True, True]
    spot = page.locator(f'[id="spot-space:{FREE}"]')
    assert (spot.get_attribute("aria-haspopup"), spot.get_attribute("aria-expanded")) == ("dialog", "true")
    for key in keys:
        page.keyboard.press(key)
    if not keys:
        click_spot(page, f"space:{FREE}")
    assert piece_on(page, FREE, number) == [0, "m" if keys == ["2"] else "t"]


def test_with_one_kind_of_piece_a_click_places_at_once(page: Page) -> None:
    open_position(page, supply={"0": [4, 0]})
    number = shown_number(page)
    click_spot(page, f"space:{FREE}")
    assert piece_on(page, FREE, number) == [0, "t"]
    expect(page.locator(f'[id="spot-space:{FREE}"]')).to_have_accessible_name(
        "Bremen–Minden 2, Ada\u2019s trader: Lift the piece on Bremen–Minden 2"
    )


def test_a_first_click_on_a_rival_never_displaces(page: Page) -> None:
    open_position(page, supply={"0": [2, 0]})
    number = shown_number(page)
    click_spot(page, f"space:{RIVAL}")
    assert tiles(page) == [f"displace {RIVAL} t 0"]
    expect(page.locator(".popover")).to_contain_text("Ben takes back")
    expect(page.locator(".dot[data-owner=blue]").first).to_be_visible()
    assert shown_number(page) == number
    click_spot(page, f"space:{RIVAL}")
    assert piece_on(page, RIVAL, number) == [0, "t"]


def test_the_focus_enters_the_popover_and_escape_returns_it(page: Page) -> None:
    open_position(page)
    spot = page.locator(f'[id="spot-space:{FREE}"]')
    spot.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-move="place {FREE} t"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".popover")).to_have_count(0)
    expect(spot).to_be_focused()
    click_spot(page, f"space:{FREE}")
    page.locator(".popover.measured").wait_for()
    page.get_by_role("heading", name="Log").click()
    expect(page.locator(".popover")).to_have_count(0)


def test_a_route_is_created_and_its_reward_taken_with_two_clicks(page: Page) -> None:
    open_position(page)
    number = shown_number(page)
    page.locator(f'[data-pill="route:{ROUTE}"]').click()
    wait_for_turn(page, number)
    offered = tiles(page)
    assert offered[-1] == "reward nothing"
    numbers = page.locator(".popover .number").all_text_contents()
    assert numbers == [str(n + 1) for n in range(len(offered))]
    badges = page.locator(".badge").all_text_contents()
    assert badges
    assert set(badges) <= set(numbers)
    number = shown_number(page)
    page.keyboard.press("1")
    wait_for_turn(page, number)
    city = offered[0].split()[-1]
    assert any(shown_state(page)["position"]["posts"][city])


@pytest.mark.parametrize("options", [PHONE, LANDSCAPE], ids=["portrait", "landscape"])
def test_a_first_tap_opens_and_a_tile_plays(browser: Browser, server: Server, options: dict[str, Any]) -> None:
    with visitor(browser, server, options=options) as page:
        open_position(page)
        page.get_by_role("button", name="Show the whole map").click()
        for space in (RIVAL, FREE):
            number = shown_number(page)
            click_spot(page, f"space:{space}")
            offered = tiles(page)
            assert page.evaluate(COVERS, f"space:{space}") == [True, True]
            assert shown_number(page) == number
            if space == FREE:
                page.locator(f'[data-move="{offered[0]}"]').tap()
                assert piece_on(page, FREE, number) == [0, "t"]
            else:
                page.get_by_role("dialog").get_by_role("button", name="Close").tap()
                expect(page.locator(".popover")).to_have_count(0)

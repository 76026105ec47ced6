"""Whole games can be played with the keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.recorded_tables import cut, open_record, recorded
from tests.browser.servers import Server, visitor
from tests.browser.table_actions import (
    LIFT,
    is_over,
    is_spot_of,
    open_table,
    play,
    shown_number,
)

WITH_COMPUTERS = [{"kind": "human"}, {"kind": "agent", "agent": "light"}, {"kind": "agent", "agent": "light"}]
FOCUSED = "document.activeElement?.id ?? ''"
OFFSET = """([from, to]) => {
  const middle = id => { const box = document.getElementById(id).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [a, b] = [middle(from), middle(to)];
  return [b[0] - a[0], b[1] - a[1]];
}"""
CHOSEN = """number => document.querySelector(".popover [data-move]")
  || Number(document.querySelector("[data-number]")?.dataset.number ?? 1e9) > number"""
MOST_STEPS = 25


def tab_to_map(page: Page) -> None:
    """Press Tab until a spot of the map has the focus."""
    for _ in range(60):
        if str(page.evaluate(FOCUSED)).startswith("spot-"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("The map cannot be reached with Tab.")


def move_focus_towards(page: Page, target: str) -> None:
    """Move the focus over the targets towards a spot, as near as arrow keys lead."""
    page.keyboard.press("Home")
    for _ in range(MOST_STEPS):
        here = page.evaluate(FOCUSED)
        if here == target:
            return
        dx, dy = page.evaluate(OFFSET, [here, target])
        arrows = ["ArrowRight" if dx > 0 else "ArrowLeft", "ArrowDown" if dy > 0 else "ArrowUp"]
        for arrow in arrows if abs(dx) > abs(dy) else reversed(arrows):
            page.keyboard.press(arrow)
            if page.evaluate(FOCUSED) != here:
                break
        else:
            return


def targets(page: Page) -> list[str]:
    """Return the ids of the targets."""
    found: list[str] = page.locator(".spots [role=button]").evaluate_all("all => all.map(one => one.id)")
    return found


def press_offer(page: Page, words: str) -> bool:
    """Press the key of a move in the action panel, and return whether it is there."""
    offer = page.locator(f'[data-move="{words}"]')
    if not offer.count():
        return False
    key = offer.first.get_attribute("aria-keyshortcuts") or offer.first.locator("kbd").text_content()
    page.keyboard.press(key or "1")
    return True


def press_move(page: Page, words: str, position: dict[str, Any]) -> None:
    """Make a move with keys: this one, or one nearby where the arrows do not lead to it."""
    row, number = page.locator(f'[data-verb="{words.split()[0]}"]'), shown_number(page)
    if press_offer(page, words):
        return
    if row.count():
        page.keyboard.press(row.get_attribute("aria-keyshortcuts") or "")
    if press_offer(page, words) or not targets(page):
        return
    tab_to_map(page)
    wanted = [spot for word in words.split()[1:] for spot in targets(page) if is_spot_of(spot[5:], word, position)]
    move_focus_towards(page, wanted[0] if wanted else targets(page)[0])
    page.keyboard.press("Enter")
    if words.startswith(LIFT):
        return
    page.wait_for_function(CHOSEN, arg=number)
    if shown_number(page) == number and not press_offer(page, words):
        page.keyboard.press("1")


def test_some_turns_are_played_with_keys(page: Page) -> None:
    open_table(page, {"game": "teutonica", "players": 3}, WITH_COMPUTERS)
    assert play(page, 5, choose=press_move) == 5
    page.keyboard.press(",")
    live = page.locator("[aria-live=polite]")
    expect(live).not_to_be_empty()


def test_the_end_of_a_game_is_played_with_keys(page: Page) -> None:
    record = cut(recorded("hansa/three-light"), 0.9)
    open_record(page, record, seats=WITH_COMPUTERS)
    assert play(page, 5000, choose=press_move) > 0
    assert is_over(page)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["teutonica", "hansa"])
def test_a_whole_game_is_played_with_keys(browser: Browser, server: Server, game: str) -> None:
    with visitor(browser, server) as page:
        open_table(page, {"game": game, "players": 3}, WITH_COMPUTERS)
        assert play(page, 5000, choose=press_move) > 10
        assert is_over(page)

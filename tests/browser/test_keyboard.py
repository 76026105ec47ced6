"""Playing with the keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import (
    WAIT,
    advice,
    base_position,
    is_over,
    means,
    shown_number,
    shown_state,
    told,
    wait_for_turn,
)
from tests.browser.running import Server, visitor

WITH_COMPUTERS = [{"kind": "human"}, {"kind": "agent", "agent": "light"}, {"kind": "agent", "agent": "light"}]
FOCUSED = "document.activeElement?.id ?? ''"
WALK = """([from, to]) => {
  const middle = id => { const box = document.getElementById(id).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [a, b] = [middle(from), middle(to)];
  return [b[0] - a[0], b[1] - a[1]];
}"""
MOST_STEPS = 25


def tab_to_map(page: Page) -> None:
    """Press Tab until a place of the map has the focus."""
    for _ in range(60):
        if str(page.evaluate(FOCUSED)).startswith("spot-"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("The map cannot be reached with Tab.")


def walk_towards(page: Page, target: str) -> None:
    """Walk over what is lit towards a place, as near as arrow keys lead."""
    page.keyboard.press("Home")
    for _ in range(MOST_STEPS):
        here = page.evaluate(FOCUSED)
        if here == target:
            return
        dx, dy = page.evaluate(WALK, [here, target])
        arrows = ["ArrowRight" if dx > 0 else "ArrowLeft", "ArrowDown" if dy > 0 else "ArrowUp"]
        for arrow in arrows if abs(dx) > abs(dy) else reversed(arrows):
            page.keyboard.press(arrow)
            if page.evaluate(FOCUSED) != here:
                break
        else:
            return


def lit(page: Page) -> list[str]:
    """The places that are lit."""
    found: list[str] = page.locator(".spots [role=button]").evaluate_all("all => all.map(one => one.id)")
    return found


def press_offer(page: Page, words: str) -> bool:
    """Press the key of a move that stands in the panel; whether it does."""
    offer = page.locator(f'[data-move="{words}"]')
    if not offer.count():
        return False
    key = offer.first.get_attribute("aria-keyshortcuts") or offer.first.locator("kbd").text_content()
    page.keyboard.press(key or "1")
    return True


def press_move(page: Page, words: str, position: dict[str, Any]) -> None:
    """Make a move with keys: exactly this one, or where the arrows do not lead there, one nearby."""
    row = page.locator(f'[data-verb="{words.split()[0]}"]')
    if press_offer(page, words):
        return
    if row.count():
        page.keyboard.press(row.get_attribute("aria-keyshortcuts") or "")
    if press_offer(page, words) or not lit(page):
        return
    number = shown_number(page)
    tab_to_map(page)
    wanted = [spot for word in words.split()[1:] for spot in lit(page) if means(spot[5:], word, position)]
    walk_towards(page, wanted[0] if wanted else lit(page)[0])
    page.keyboard.press("Enter")
    page.wait_for_timeout(50)
    if shown_number(page) == number and not press_offer(page, words):
        page.keyboard.press("1")


def play_with_keys(page: Page, moves: int) -> int:
    """Play with keys until the end or for some moves."""
    setup = told(page)["setup"]
    for made in range(moves):
        wait_for_turn(page)
        if is_over(page):
            return made
        state = shown_state(page)
        press_move(page, advice(setup, state["position"], made), state["position"])
        page.wait_for_function(WAIT.replace("DECIDES", "true"), arg=state["number"])
    return moves


def test_some_turns_are_played_with_keys(page: Page) -> None:
    base_position(page, {"game": "teutonica", "players": 3}, WITH_COMPUTERS)
    assert play_with_keys(page, 8) == 8
    page.keyboard.press(",")
    live = page.locator("[aria-live=polite]")
    expect(live).not_to_be_empty()


@pytest.mark.parametrize("game", [pytest.param("teutonica", marks=pytest.mark.soak), "hansa"])
def test_a_whole_game_is_played_with_keys(browser: Browser, server: Server, game: str) -> None:
    with visitor(browser, server) as page:
        base_position(page, {"game": game, "players": 3}, WITH_COMPUTERS)
        assert play_with_keys(page, 5000) > 10
        assert is_over(page)

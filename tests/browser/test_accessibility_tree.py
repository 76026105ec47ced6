"""Games can be played through the accessibility tree alone: every control has a role, a name and an action."""

from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.recorded_tables import computers, cut, open_record, recorded
from tests.browser.servers import Server, visitor
from tests.browser.table_actions import (
    LIFT,
    is_over,
    open_table,
    play,
    shown_number,
    target_of,
)

ACTED = """([words, number]) => document.querySelector(`[data-move="${words}"]`)
  || Number(document.querySelector("[data-number]")?.dataset.number ?? 1e9) > number"""


class Reader:
    """A person who knows a page only by its accessibility tree, and acts as a screen reader does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tree: CDPSession = page.context.new_cdp_session(page)

    def has(self, selector: str) -> bool:
        """Return whether an element is there."""
        return self.page.locator(selector).count() > 0

    def press(self, selector: str) -> None:
        """Perform the default action of a button, which needs a name in the accessibility tree."""
        root = self.tree.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        node = self.tree.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        (found,) = self.tree.send("Accessibility.getPartialAXTree", {"nodeId": node, "fetchRelatives": False})[
            "nodes"
        ]
        assert not found["ignored"], selector
        assert found["role"]["value"] in ("button", "radio"), (selector, found["role"])
        assert found["name"]["value"].strip(), selector
        # Assistive technology sends a click without coordinates.
        self.page.locator(selector).first.dispatch_event("click", {"detail": 0})

    def make(self, page: Page, words: str, position: dict[str, Any]) -> None:
        """Make a move: with its button, or with its verb, its place and its tile."""
        number, move = shown_number(page), f'[data-move="{words}"]'
        verb = f'[data-verb="{words.split()[0]}"]'
        if not self.has(move) and self.has(verb):
            self.press(verb)
            page.wait_for_timeout(20)
        if not self.has(move) and shown_number(page) == number and (spot := target_of(page, words, position)):
            self.press(f'[id="spot-{spot}"]')
            if words.startswith(LIFT):
                return
            page.wait_for_function(ACTED, arg=[words, number])
        if shown_number(page) == number and self.has(move):
            self.press(move)


@pytest.mark.parametrize("name", ["hansa/three-light", "teutonica/big-box_hanse-2-3_3p"])
def test_the_end_of_a_game_is_played_by_the_accessibility_tree(page: Page, name: str) -> None:
    record = cut(recorded(name), 0.95)
    open_record(page, record, seats=computers(record["setup"]))
    assert play(page, choose=Reader(page).make) > 0
    assert is_over(page)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["teutonica", "hansa"])
def test_a_whole_game_is_played_by_the_accessibility_tree(browser: Browser, server: Server, game: str) -> None:
    with visitor(browser, server) as page:
        setup = {"game": game, "players": 3}
        open_table(page, setup, computers(setup))
        assert play(page, choose=Reader(page).make) > 10
        assert is_over(page)

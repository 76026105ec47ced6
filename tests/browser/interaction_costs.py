"""Counts the clicks, taps, keys and seconds of usual actions: `python -m tests.browser.interaction_costs`."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.chromium import chromium
from tests.browser.servers import PHONE, Server, visitor
from tests.browser.table_actions import click_spot, is_phone, open_position, shown_number, table_of, wait_for_turn

LANDSCAPE = {**PHONE, "viewport": {"width": 844, "height": 390}}
SIZES: dict[str, dict[str, Any]] = {"1366x768": {}, "390x844": PHONE, "844x390": LANDSCAPE}
SETUP = {"game": "teutonica", "board": "hanse-2-3", "players": 3}
PEOPLE = [{"kind": "human"}, {"kind": "human", "name": "Ben"}, {"kind": "human", "name": "Cleo"}]
POSITION: dict[str, Any] = {
    "active": 0,
    "actions": 3,
    "abilities": {"0": {"actions": 1, "book": 2, "privilege": 1}},
    "spaces": {
        "brunswiek--minden.2": [0, "t"],
        "brunswiek--minden.3": [0, "t"],
        "minden--munster.1": [0, "t"],
        "minden--paderborn.2": [1, "t"],
        "goslar--hildesheim.1": [2, "m"],
    },
    "supply": {"0": [4, 1], "1": [4, 1], "2": [4, 0]},
    "unused_markers": {"0": ["actions-3"], "1": ["exchange-posts"]},
}
ROUTE = "hannover--luneburg"
COMPLETE = {**POSITION, "spaces": {f"{ROUTE}.{n}": [0, "t"] for n in (1, 2, 3)}}
DISPLACING = {
    **POSITION,
    "active": 1,
    "spaces": {"minden--paderborn.2": [0, "m"]},
    "supply": {"0": [3, 0], "1": [5, 1]},
}
REST_MS = 300  # a page that is being laid out may move a place away from under the pointer
WHOLE_MAP = "button:has(use[href='#i-fit'])"


@dataclass
class Hands:
    """A person at a page, whose inputs are counted."""

    page: Page
    clicks: int = 0
    keys: int = 0
    started: float = field(default_factory=time.perf_counter)

    def spot(self, spot: str) -> None:
        """Click or tap a spot of the map."""
        self.clicks += 1
        click_spot(self.page, spot)

    def press(self, selector: str) -> None:
        """Click or tap a control."""
        self.clicks += 1
        control = self.page.locator(selector).first
        control.tap() if is_phone(self.page) else control.click()

    def key(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.keys += 1
            self.page.keyboard.press(key)

    def wait(self, number: int) -> None:
        """Wait until the page shows a later decision."""
        wait_for_turn(self.page, number)


Act = Callable[[Hands], None]


@dataclass(frozen=True)
class Action:
    """A usual action: the position, how it is done, the move that proves it, and the most inputs it may take."""

    name: str
    position: dict[str, Any]
    by_pointer: Act
    by_keys: Act
    ends_with: str
    most_clicks: int
    first_moves: tuple[str, ...] = ()


def spots(*names: str) -> Act:
    """Return the clicks on some spots; every decision that follows is waited for."""

    def act(hands: Hands) -> None:
        for name in names:
            hands.spot(name)
            hands.page.wait_for_timeout(60)

    return act


def controls(*selectors: str) -> Act:
    """Return the clicks on some controls."""

    def act(hands: Hands) -> None:
        for selector in selectors:
            hands.press(selector)

    return act


def keys(*names: str) -> Act:
    """Return the presses of some keys; each is answered before the next."""

    def act(hands: Hands) -> None:
        for name in names:
            hands.key(name)
            hands.page.wait_for_timeout(60)

    return act


def take_post(hands: Hands) -> None:
    """Create the complete route and take a post."""
    number = shown_number(hands.page)
    hands.press(f'[data-pill="route:{ROUTE}"]')
    hands.wait(number)
    hands.press('[data-move="reward post hannover"]')


def take_post_by_keys(hands: Hands) -> None:
    """Create the only complete route and take the first reward."""
    number = shown_number(hands.page)
    hands.key("e")
    hands.wait(number)
    hands.key("1")


def answer(hands: Hands) -> None:
    """Put back the displaced merchant and two more pieces."""
    for n in (1, 2, 3):
        number = shown_number(hands.page)
        hands.spot(f"space:bremen--minden.{n}")
        hands.wait(number)


def answer_by_keys(hands: Hands) -> None:
    """Put back the displaced merchant and two more pieces on the first open spaces."""
    hands.page.locator(".spots [role=button]").first.focus()
    for _ in range(3):
        number = shown_number(hands.page)
        hands.key("Enter")
        hands.wait(number)
        hands.page.locator(".spots [role=button]").first.focus()


def place_merchant(hands: Hands) -> None:
    """Place a merchant with its tile."""
    hands.spot(f"space:{ROUTE}.2")
    hands.press(f'[data-move="place {ROUTE}.2 m"]')


END = "[data-move=end-turn]"
OWN, OTHER = "space:brunswiek--minden.2", "space:brunswiek--minden.3"
FREE = [f"space:{ROUTE}.{n}" for n in (1, 2, 3)]
RIVAL = "space:minden--paderborn.2"
DISPLACEMENT = ("displace minden--paderborn.2 t 0",)
INCOME, MARKER = '[data-move="income 3 0"]', '[data-move="use actions-3"]'
MOVE_TWO = ("d", "Enter", "ArrowRight", "Enter", "Home", "Enter", "Home", "Enter")
ACTIONS = (
    Action("place a trader", POSITION, spots(FREE[1], FREE[1]), keys("b", "Enter", "Enter"), "place", 2),
    Action("place a merchant", POSITION, place_merchant, keys("b", "Enter", "2"), "place", 2),
    Action("displace a trader", POSITION, spots(RIVAL, RIVAL), keys("c", "Enter", "Enter"), "displace", 2),
    Action("move one piece", POSITION, spots(OWN, FREE[0]), keys("d", "Enter", "Home", "Enter"), "put", 2),
    Action("move two pieces", POSITION, spots(OWN, OTHER, *FREE[:2]), keys(*MOVE_TWO), "put", 4),
    Action("create a route, take a post", COMPLETE, take_post, take_post_by_keys, "reward", 2),
    Action("displaced, three pieces", DISPLACING, answer, answer_by_keys, "relocate", 3, DISPLACEMENT),
    Action("take income", POSITION, controls('[data-verb="income"]', INCOME), keys("a", "1"), "income", 2),
    Action("use a marker", POSITION, controls('[data-verb="use"]', MARKER), keys("f", "1"), "use", 2),
    Action("end with actions left", POSITION, controls(END, f".question {END}"), keys("n", "n"), "end-turn", 2),
)


@dataclass(frozen=True)
class Cost:
    """The inputs and seconds that an action took."""

    clicks: int
    keys: int
    seconds: float


def cost_of(page: Page, action: Action, act: Act) -> Cost:
    """Do an action at a new table and return what it took until the page showed its result."""
    table = open_position(page, SETUP, PEOPLE, action.position)
    page.reload()
    wait_for_turn(page)
    for words in action.first_moves:
        number = shown_number(page)
        assert page.request.post(f"/api/tables/{table}/moves", data={"number": number, "move": words}).ok
        wait_for_turn(page, number)
    if is_phone(page):
        page.locator(WHOLE_MAP).tap()
    page.wait_for_timeout(REST_MS)
    number, hands = shown_number(page), Hands(page)
    act(hands)
    wait_for_turn(page, number)
    seconds = time.perf_counter() - hands.started
    made = [entry["words"] or "" for entry in table_of(page)["entries"] if entry["number"] > number]
    assert any(words.startswith(action.ends_with) for words in made), (action.name, made)
    return Cost(hands.clicks, hands.keys, seconds)


def main() -> None:
    """Print what every action takes with a pointer at each size, and with keys."""
    print("| action | " + " | ".join(f"{size}: inputs, s" for size in (*SIZES, "keys")) + " |")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder))
        server.start()
        rows: dict[str, list[str]] = {action.name: [] for action in ACTIONS}
        for options in (*SIZES.values(), None):
            with visitor(browser, server, options=options or {}, confirm=True) as page:
                for action in ACTIONS:
                    cost = cost_of(page, action, action.by_keys if options is None else action.by_pointer)
                    rows[action.name].append(f"{cost.clicks + cost.keys}, {cost.seconds:.2f}")
        server.stop()
    for name, cells in rows.items():
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()

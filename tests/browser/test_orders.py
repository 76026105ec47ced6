"""Standing orders and planning ahead: set at a piece, shown only to its owner, answered and played for real."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.browser.servers import PHONE, Server, new_context, visitor
from tests.browser.table_actions import click_spot, open_position

SETUP = {"game": "teutonica", "players": 3}
SEATS = [{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]
SPACE = "minden--munster.2"
POSITION: dict[str, Any] = {
    "active": 1,
    "actions": 2,
    "turn": 9,
    "spaces": {SPACE: [0, "m"], "bremen--minden.1": [0, "t"]},
    "supply": {"0": [3, 0], "1": [5, 1]},
}


class Waiting:
    """A table at which one person waits in the browser, and another one moves by requests."""

    def __init__(self, page: Page, other: APIRequestContext) -> None:
        self.page = page
        self.other = other
        self.table = open_position(page, SETUP, SEATS, POSITION)
        for seat in (1, 2):
            content = {"seat": seat}
            link = page.request.post(f"/api/tables/{self.table}/invitations", data=content).json()["invitation"]
            answer = other.post(f"/api/tables/{self.table}/seats/{seat}", data={"invitation": link})
            assert answer.ok, answer.text()

    def move(self, words: str) -> None:
        """Make a move of the other player."""
        number = self.other.get(f"/api/tables/{self.table}").json()["state"]["number"]
        answer = self.other.post(f"/api/tables/{self.table}/moves", data={"number": number, "move": words})
        assert answer.ok, answer.text()

    def picture(self, name: str) -> None:
        """Take a picture where a developer asks for pictures."""
        if pictures := os.environ.get("TESTS_PICTURES"):
            self.page.wait_for_timeout(300)
            self.page.screenshot(path=Path(pictures) / f"{name}.png")


@contextmanager
def waiting_table(browser: Browser, server: Server, **settings: Any) -> Iterator[Waiting]:
    """Seat Anneke in a browser and Bertram at the other seats."""
    context = new_context(browser, server)
    assert context.request.post("/api/session", data={"name": "Bertram"}).ok
    with visitor(browser, server, **settings) as page:
        assert page.request.post("/api/session", data={"name": "Anneke"}).ok
        yield Waiting(page, context.request)
    context.close()


@pytest.fixture
def waiting(browser: Browser, server: Server) -> Iterator[Waiting]:
    """A table at which Anneke waits for Bertram."""
    with waiting_table(browser, server) as waiting:
        yield waiting


def test_an_order_is_set_at_a_piece_and_answers_for_its_owner(waiting: Waiting) -> None:
    page = waiting.page
    page.locator("[data-order-of=default]").wait_for()
    click_spot(page, f"space:{SPACE}")
    form = page.locator(f'[data-order="{SPACE}"]')
    expect(form).to_contain_text("If displaced from Minden–Münster")
    form.get_by_role("combobox").select_option("hannover")
    form.locator("[data-extras=none]").click()
    expect(form).to_contain_text("now: ")
    expect(page.locator("[data-mark=arrow]")).to_have_count(1)
    waiting.picture("order-popover")
    form.locator("[data-order-set]").click()
    expect(page.locator("[data-mark=flag]")).to_have_count(1)
    spot = page.locator(f'[id="spot-space:{SPACE}"]')
    expect(spot).to_have_attribute("aria-label", re.compile("merchant.*, order: nearest to Hannover · no extras"))
    expect(page.locator(f'[data-order-of="{SPACE}"]')).to_contain_text("nearest to Hannover · no extras")
    waiting.picture("orders-panel")
    waiting.move(f"displace {SPACE} t 0")
    expect(page.get_by_text("By your order:").first).to_be_visible()
    expect(page.locator("[data-banner]")).to_have_count(0)
    expect(page.locator("[data-mark=flag]")).to_have_count(0)


def test_orders_are_given_changed_and_removed_with_the_keyboard(waiting: Waiting) -> None:
    page = waiting.page
    page.locator("[data-order-of=default]").wait_for()
    spot = page.locator(f'[id="spot-space:{SPACE}"]')
    spot.evaluate("spot => spot.focus()")
    page.keyboard.press("o")
    expect(page.locator("[data-put=network]")).to_be_focused()
    page.keyboard.press("q")
    expect(page.locator("[data-put=ask]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("r")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator("[data-mark=flag]:not(.asks)")).to_have_count(1)
    spot.evaluate("spot => spot.focus()")
    page.keyboard.press("o")
    page.locator("[data-order-remove]").press("Enter")
    expect(page.locator("[data-mark=flag]")).to_have_count(0)


def test_a_default_is_set_and_all_orders_are_suspended(waiting: Waiting) -> None:
    page = waiting.page
    page.locator("[data-order-of=default]").click()
    page.locator("dialog[open] [data-order-set]").click()
    expect(page.locator("[data-order-of=default]")).to_contain_text("nearest to my network · traders first")
    page.locator("[data-orders-suspend]").click()
    expect(page.get_by_text("Your orders are suspended")).to_be_visible()
    waiting.move(f"displace {SPACE} t 0")
    page.locator("[data-banner]").wait_for()
    expect(page.locator("[data-order-answer]")).to_be_visible()


def test_spaces_are_picked_on_the_map_in_their_order(waiting: Waiting) -> None:
    page = waiting.page
    page.locator("[data-order-of=default]").wait_for()
    click_spot(page, f"space:{SPACE}")
    page.locator("[data-put=spaces]").click()
    expect(page.locator("[data-order-set]")).to_be_disabled()
    click_spot(page, "space:minden--paderborn.2")
    form = page.locator(f'[data-order="{SPACE}"]')
    expect(form).to_contain_text("Minden–Paderborn 2")
    form.locator("[data-order-set]").click()
    expect(page.locator(f'[data-order-of="{SPACE}"]')).to_contain_text("on Minden–Paderborn 2")


def test_a_plan_is_tried_kept_and_played(waiting: Waiting) -> None:
    page = waiting.page
    page.locator("[data-plan-begin]").click()
    page.locator("[data-planning='0']").wait_for()
    click_spot(page, "space:bremen--minden.2")
    page.locator("[data-planning='1']").wait_for()
    waiting.picture("planning")
    page.locator("[data-plan-keep]").click()
    expect(page.locator("[data-plan='1']")).to_contain_text("A plan of 1 move is kept")
    for _ in range(2):
        waiting.move("end-turn")
    page.locator("[data-plan-play]").wait_for()
    waiting.picture("plan")
    page.locator("[data-plan-play]").click()
    expect(page.locator("[data-plan]")).to_have_count(0)
    spaces = waiting.other.get(f"/api/tables/{waiting.table}").json()["state"]["position"]["spaces"]
    assert spaces["bremen--minden.2"] == [0, "t"]


def test_a_plan_that_is_no_longer_legal_is_dropped_with_a_note(waiting: Waiting) -> None:
    page = waiting.page
    page.locator("[data-plan-begin]").click()
    page.locator("[data-planning='0']").wait_for()
    click_spot(page, "space:bremen--minden.2")
    page.locator("[data-planning='1']").wait_for()
    page.locator("[data-plan-keep]").click()
    page.locator("[data-plan='1']").wait_for()
    waiting.move("place bremen--minden.2 t")
    page.locator("[data-plan-dropped]").wait_for()


def test_a_phone_lists_orders_in_a_dialog(browser: Browser, server: Server) -> None:
    with waiting_table(browser, server, options=PHONE) as waiting:
        page = waiting.page
        page.locator("[data-orders-open]").click()
        page.locator("dialog[open] [data-order-of=default]").wait_for()
        waiting.picture("orders-phone")
        page.locator("dialog[open] button").first.click()
        click_spot(page, f"space:{SPACE}")
        form = page.locator(f'[data-order="{SPACE}"]')
        form.wait_for()
        waiting.picture("order-phone")
        form.locator("[data-order-set]").click()
        expect(page.locator("[data-mark=flag]")).to_have_count(1)

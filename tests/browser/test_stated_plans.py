"""The plan of an `expert` is readable on its card, in its details on phones, and while it thinks."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.in_thread import in_thread
from tests.browser.layout_checks import clipped
from tests.browser.servers import LAPTOP, PHONE, visitor
from tests.browser.table_actions import open_table
from tests.server.live_server import live_server
from tests.server.test_stated_plans import hurry

SETUP = {"game": "teutonica", "board": "hanse-2-3", "players": 3}
SEATS = [{"kind": "agent", "agent": "expert"}, {"kind": "human"}, {"kind": "agent", "agent": "light"}]
SENTENCES = {
    "en": r"^Plan( for its next turn| for 2 turns)?: .+\.$",
    "de": r"^Plan( für den nächsten Zug| für 2 Züge)?: .+\.$",
    "fr": r"^Plan( du prochain tour| pour 2 tours)?\u202f: .+\.$",
}
THINKING_SECONDS = 300.0  # longer than a browser needs to open the page
RAIL = {**PHONE, "viewport": {"width": 844, "height": 390}}


def open_after_expert(page: Page) -> None:
    """Open a table and wait until the expert has moved and the person is to move."""
    open_table(page, SETUP, SEATS)
    expect(page.locator("[data-decides=true]")).to_be_visible()


def test_a_plan_is_shown_in_every_language_and_size(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_thread(live_server(tmp_path)) as server:
        hurry(server, monkeypatch)
        for locale, sentence in SENTENCES.items():
            with visitor(browser, server, locale=locale, options={"viewport": LAPTOP}) as page:
                open_after_expert(page)
                expect(page.locator("[data-seat='0'] article .plan")).to_have_text(re.compile(sentence))
                page.locator("[data-seat='0'] article .name").click()
                expect(page.locator("[data-details='0'] .plan")).to_have_text(re.compile(sentence))
                assert clipped(page) == []
            for options in (PHONE, RAIL):
                with visitor(browser, server, locale=locale, options=options) as page:
                    open_after_expert(page)
                    page.locator(".seat-scores [data-seat='0']").tap()
                    expect(page.locator("[data-details='0'] .plan")).to_have_text(re.compile(sentence))
                    assert clipped(page) == []


def test_a_plan_is_shown_while_the_expert_thinks(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_thread(live_server(tmp_path)) as server:
        hurry(server, monkeypatch, THINKING_SECONDS)
        for number, options in enumerate((PHONE, RAIL)):
            with visitor(browser, server, locale="de", options=options) as page:
                open_table(page, SETUP, SEATS)
                expect(page.locator(".waits .plan")).to_have_text(re.compile(SENTENCES["de"]))
                expect(page.locator(".waits .thinking")).to_be_visible()
                assert clipped(page) == []
                if pictures := os.environ.get("TESTS_PICTURES"):
                    page.screenshot(path=Path(pictures) / f"plan-while-thinking-{number}.png")

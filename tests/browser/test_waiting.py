"""The page reports that a computer player waits for a free process."""

import os
import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.servers import Server, visitor
from tests.browser.table_actions import open_table

SETUP = {"game": "teutonica", "board": "hanse-2-3", "players": 3}
SEATS = [{"kind": "agent", "agent": "expert"}, {"kind": "human"}, {"kind": "agent", "agent": "expert"}]
SENTENCES = {
    "en": r"is waiting for a free computer \(\d+ before it\)\.",
    "de": r"wartet auf einen freien Rechner \(\d+ davor\)\.",
    "fr": r"attend un ordinateur libre \(\d+ avant lui\)\.",
}


def test_a_waiting_computer_is_reported_in_every_language(browser: Browser, own_server: Server) -> None:
    for locale, sentence in SENTENCES.items():
        with visitor(browser, own_server, locale=locale) as page:
            open_table(page, SETUP, SEATS)
            for _ in range(4):
                assert page.request.post("/api/tables", data={"setup": SETUP, "seats": SEATS}).ok
            open_table(page, SETUP, SEATS)
            expect(page.locator("p", has_text=re.compile(sentence))).to_be_visible()
            if pictures := os.environ.get("TESTS_PICTURES"):
                page.screenshot(path=Path(pictures) / f"waiting-{locale}.png")

"""Takes pictures of every screen: `python -m tests.browser.screenshots FOLDER [LOOK…]` (`make screenshots`)."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.chromium import chromium
from tests.browser.recorded_tables import computers, cut, open_record, recorded
from tests.browser.servers import PHONE, Server, visitor
from tests.browser.table_actions import is_phone

TABLES = {
    "hanse": ("teutonica/big-box_hanse-2-3_3p", 0.05),
    "hanse-late": ("teutonica/big-box_hanse-4-5_5p", 0.8),
    "hanse-favours": ("teutonica/big-box_hanse-4-5_4p_mission-cards_emperors-favour_promo-markers", 0.6),
    "hanse-pawn": ("teutonica/first_hanse-2-3_2p_two-player-pawn", 0.5),
    "hanse-neutral": ("teutonica/big-box_hanse-2-3_2p_two-player-neutral", 0.6),
    "east": ("teutonica/big-box_east-3-5_4p", 0.6),
    "britannia": ("teutonica/big-box_britannia-2-3_3p", 0.6),
    "britannia-late": ("teutonica/big-box_britannia-4-5_5p", 0.8),
    "baltic": ("hansa/four-light", 0.5),
}
ENDS = {"end": "teutonica/big-box_hanse-4-5_4p", "end-hansa": "hansa/three-card-light"}
LESSONS = {"teutonica": "displace", "hansa": "sail"}
PLANTED = Path(__file__).parents[1] / "study" / "records" / "planted-blunder.json"
LONG = 120_000  # milliseconds
WIDE = {"viewport": {"width": 1440, "height": 900}}
LOOKS: dict[str, dict[str, Any]] = {
    "laptop-day": {"locale": "en"},
    "laptop-night": {"theme": "dark", "locale": "de"},
    "wide-day": {"options": WIDE, "locale": "de"},
    "wide-night": {"options": WIDE, "theme": "dark", "locale": "fr"},
    "phone-day": {"options": {**PHONE, "device_scale_factor": 2}, "locale": "fr"},
    "phone-night": {"options": {**PHONE, "device_scale_factor": 2}, "theme": "dark", "locale": "de"},
}


class Album:
    """Pictures of every screen in one look."""

    def __init__(self, page: Page, folder: Path, look: str) -> None:
        self.page = page
        self.folder = folder
        self.look = look

    def shoot(self, name: str, whole: bool = False) -> None:
        """Take a picture once everything has come to rest."""
        self.page.wait_for_timeout(500)
        self.page.screenshot(path=str(self.folder / f"{self.look}-{name}.png"), full_page=whole)

    def shoot_start(self) -> None:
        """The first page, its settings, and a new game with all its options."""
        self.page.locator("#new-game").wait_for()
        self.shoot("start")
        self.page.get_by_role("banner").get_by_role("button").last.click()
        self.shoot("settings")
        self.page.keyboard.press("Escape")
        self.page.locator("summary").last.click()
        self.shoot("new", whole=True)

    def shoot_tables(self) -> None:
        """Every board in play, and what is shown while something is chosen."""
        for name, (file, share) in TABLES.items():
            record = cut(recorded(file), share, 12 if "teutonica" in file else 2)
            open_record(self.page, record, seats=computers(record["setup"]))
            self.shoot(name)
            if name == "hanse-late":
                self.page.locator("[data-verb]").nth(1).click()
                self.shoot("hanse-chosen")
            if is_phone(self.page):
                self.shoot_sheet(name)

    def shoot_sheet(self, name: str) -> None:
        """The desk of a phone in the sheet pulled up."""
        self.page.get_by_role("tab").nth(1).click()
        self.page.locator(".grip").press("ArrowUp")
        self.shoot(f"{name}-desk")

    def shoot_ends(self) -> None:
        """Score sheets, a replay, and the screen of an invitation link."""
        for name, file in ENDS.items():
            open_record(self.page, recorded(file), "/end")
            self.page.locator("svg[role=img] .line").first.wait_for()
            self.shoot(name, whole=True)
        self.page.goto(self.page.url.replace("/end", "/replay"))
        self.page.locator("input[type=range]").fill("60")
        self.shoot("replay")
        self.page.goto("/#/join/abc/1/secret")
        self.shoot("join")

    def shoot_learning(self) -> None:
        """Lessons, the rule book, and a hint."""
        self.page.goto("/#/learn")
        self.page.locator("main section ol").first.wait_for()
        self.shoot("learn", whole=True)
        for game, lesson in LESSONS.items():
            self.page.goto(f"/#/learn/{game}/{lesson}")
            self.page.locator(f"[data-lesson={lesson}]").wait_for()
            self.shoot(f"lesson-{game}")
        self.page.goto("/#/rules/teutonica/HT-DSP-8")
        self.page.locator("#rule-HT-DSP-8").wait_for()
        self.shoot("rules")
        record = cut(recorded(TABLES["hanse"][0]), TABLES["hanse"][1], 12)
        open_record(self.page, record, seats=computers(record["setup"]))
        self.page.locator("footer button:has(use[href='#i-help'])").click()
        self.page.locator("[data-hint]").wait_for()
        self.shoot("hint")

    def shoot_studies(self) -> None:
        """Puzzles, one of them explained, and the analysis of a replay."""
        self.page.goto("/#/puzzles")
        self.page.locator("main ol a").first.wait_for()
        self.shoot("puzzles")
        self.page.locator("main ol a").first.click()
        self.page.locator("[data-puzzle]").wait_for()
        self.shoot("puzzle")
        self.page.locator("[data-puzzle] button").last.click()
        self.page.locator("[data-puzzle] ol li").first.wait_for(timeout=LONG)
        self.shoot("puzzle-explained")
        open_record(self.page, json.loads(PLANTED.read_text(encoding="utf-8")), "/replay")
        self.page.locator(".study > button").click()
        self.page.locator(".study ol button").first.click(timeout=LONG)
        self.shoot("analysis")


def shoot_all(browser: Browser, server: Server, folder: Path, look: str) -> None:
    """Take pictures of every screen in one look."""
    with visitor(browser, server, **LOOKS[look]) as page:
        album = Album(page, folder, look)
        album.shoot_start()
        album.shoot_learning()
        album.shoot_studies()
        album.shoot_tables()
        album.shoot_ends()


def main(folder: Path, *looks: str) -> None:
    """Take all pictures, or those of some looks."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as browser:
        server = Server(Path(data))
        server.start()
        for look in looks or LOOKS:
            shoot_all(browser, server, folder, look)
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])

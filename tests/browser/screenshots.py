"""Takes pictures of every screen: `python -m tests.browser.screenshots FOLDER` (`make screenshots`)."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.playing import open_table, play, table_id, wait_for_turn
from tests.browser.running import Server, visitor
from tests.browser.test_screens import PHONE, study

COMPUTERS = [{"kind": "human"}, {"kind": "agent", "agent": "easy"}, {"kind": "agent", "agent": "easy"}]
BOARDS = {"hanse": ("hanse-2-3", 3), "east": ("east-3-5", 3), "britannia": ("britannia-2-3", 3)}
LOOKS: dict[str, dict[str, Any]] = {
    "laptop": {},
    "night": {"theme": "dark"},
    "wide": {"options": {"viewport": {"width": 1440, "height": 900}}, "locale": "de"},
    "phone": {"options": PHONE, "locale": "fr"},
}


def shoot(page: Page, folder: Path, name: str) -> None:
    """Take a picture once everything has come to rest."""
    page.wait_for_timeout(700)
    page.screenshot(path=str(folder / f"{name}.png"))


def shoot_games(page: Page, folder: Path, look: str) -> None:
    """Take pictures of tables in play."""
    for name, (board, players) in BOARDS.items():
        open_table(page, {"game": "teutonica", "board": board, "players": players}, COMPUTERS)
        play(page, 12 if look == "laptop" else 0)
        wait_for_turn(page)
        shoot(page, folder, f"{look}-{name}")
    open_table(page, {"game": "hansa", "players": 3}, COMPUTERS)
    wait_for_turn(page)
    shoot(page, folder, f"{look}-baltic")


def shoot_all(browser: Browser, server: Server, folder: Path, look: str) -> None:
    """Take pictures of every screen in one look."""
    with visitor(browser, server, **{"locale": "en", **LOOKS[look]}) as page:
        page.locator("#new-game").wait_for()
        shoot(page, folder, f"{look}-start")
        page.get_by_role("banner").get_by_role("button").last.click()
        shoot(page, folder, f"{look}-settings")
        page.keyboard.press("Escape")
        shoot_games(page, folder, look)
        study(page)
        shoot(page, folder, f"{look}-replay")
        page.goto(f"/#/table/{table_id(page)}/end")
        page.locator("svg[role=img] .line").first.wait_for()
        shoot(page, folder, f"{look}-end")


def main(folder: Path, *looks: str) -> None:
    """Take all pictures, or those of some looks."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        for look in looks or LOOKS:
            shoot_all(browser, server, folder, look)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])

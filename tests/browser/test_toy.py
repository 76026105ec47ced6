"""A game without a client folder is played with plain buttons, without any change of the client."""

import re
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.arena.entry_points import declare
from tests.browser.servers import Server, visitor
from tests.browser.table_actions import open_table, table_of

ROOT = Path(__file__).parents[2]


def test_a_toy_game_is_played_with_plain_buttons(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as folder:
        declare(Path(folder) / "packages", "nim = tests.arena.entry_points:NIM_TYPE")
        server = Server(Path(folder) / "games", Path(folder) / "packages", ROOT)
        server.start()
        try:
            with visitor(browser, server) as page:
                open_table(page, {"game": "nim", "players": 2}, [{"kind": "human"}, {"kind": "human", "name": "Ben"}])
                while not (state := table_of(page)["state"])["over"]:
                    moves = page.get_by_role("group", name="Your moves").get_by_role("button")
                    expect(moves).to_have_text([move["words"] for move in state["moves"]])
                    moves.first.click()
                    page.wait_for_function(
                        "n => (document.querySelector('[data-number]')?.dataset.number ?? 1e9) > n",
                        arg=state["number"],
                    )
                expect(page).to_have_url(re.compile("/end$"))
        finally:
            server.stop()

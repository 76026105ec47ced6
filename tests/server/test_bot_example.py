"""The bot of the documentation plays a whole game on a running server, marked as a bot."""

import subprocess
import sys
from pathlib import Path

import httpx

from tests.docs.pages import ROOT, blocks
from tests.server.server_process import server_process

BOT = ROOT / "examples" / "bot.py"
LINES = 20


def test_the_page_shows_the_bot() -> None:
    (shown,) = [block.text for block in blocks(ROOT / "docs" / "how-to" / "bot.md") if "title" in block.options]
    assert shown == BOT.read_text(encoding="utf-8")
    assert len(shown.splitlines()) <= LINES


def test_the_bot_plays_to_the_end_of_a_game(folder: Path) -> None:
    with server_process("--data", folder, workers=1) as server:
        address = server.start()
        done = subprocess.run([sys.executable, str(BOT), address], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        (table,) = httpx.get(f"{address}/api/tables", params={"which": "public"}).json()["tables"]
    assert table["ended_by"] == "last-pile"
    assert [seat["is_bot"] for seat in table["seats"]] == [True, False, False]
    assert f"/#/table/{table['id']}" in done.stdout
    assert "winners: [" in done.stdout

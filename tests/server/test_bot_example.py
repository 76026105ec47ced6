"""The bot of the documentation plays a whole game on a running server, marked as a bot."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from kontor.client import ApiError, Client
from tests.docs.pages import ROOT, blocks
from tests.server.server_process import server_process

BOT = ROOT / "examples" / "bot.py"
PAGE = ROOT / "docs" / "how-to" / "bot.md"
LINES = 20


def test_the_page_shows_the_bot() -> None:
    (shown,) = [block.text for block in blocks(PAGE) if "title" in block.options]
    assert shown == BOT.read_text(encoding="utf-8")
    assert len(shown.splitlines()) <= LINES


def test_the_other_programs_of_the_page_play(folder: Path) -> None:
    names: dict[str, Any] = {"Client": Client}
    for block in blocks(PAGE):
        if block.language == "python" and "title" not in block.options:
            exec(block.text, names)
    with server_process("--data", folder, workers=1) as server:
        address = server.start()
        scores = asyncio.run(names["play_many"](address))
        with Client(address) as ada:
            ada.sign_in("Ada")
            table = ada.create_table("hansa players=2", ["light", "open"], public=True)
            table.send_message("Welcome")
            with pytest.raises(ApiError, match="Seat 0 is taken"):
                names["play"](ada, table.id, 0)
    assert [len(points) for points in scores] == [2, 2]


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

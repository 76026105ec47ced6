"""Opens tables in the middle of recorded games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from kontor.core.record import read_record, walk
from kontor.server.service.games import game_of

RECORDS = Path(__file__).parents[1] / "games"


def recorded(name: str) -> dict[str, Any]:
    """Return a recorded game by the name of its game and file, such as 'hansa/two-light'."""
    game, _, file = name.partition("/")
    content: dict[str, Any] = json.loads((RECORDS / game / "records" / f"{file}.json").read_text(encoding="utf-8"))
    return content


def cut(record: dict[str, Any], share: float, least: int = 3) -> dict[str, Any]:
    """Return the first moves of a record, up to a decision of seat 0 with several legal moves."""
    game = game_of(record["setup"])
    for made, position in enumerate(walk(game, read_record(record))):
        late = made >= share * len(record["moves"])
        if late and game.to_move(position) == 0 and len(game.legal_moves(position)) >= least:
            return {**record, "moves": record["moves"][:made], "result": None}
    return record


def computers(setup: dict[str, Any], agent: str = "light") -> list[dict[str, Any]]:
    """Return the seats of one person against computer players."""
    return [{"kind": "human"}, *[{"kind": "agent", "agent": agent}] * (setup["players"] - 1)]


def open_record(page: Page, record: dict[str, Any], screen: str = "", **more: Any) -> str:
    """Open a table that continues a record, and show one of its screens."""
    if not page.request.get("/api/session").ok:
        assert page.request.post("/api/session", data={"name": "Ada"}).ok
    answer = page.request.post("/api/tables", data={"record": record, **more})
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    page.goto(f"/#/table/{table}{screen}")
    page.locator("main.map, .result").first.wait_for()
    return table

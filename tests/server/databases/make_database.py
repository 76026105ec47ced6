"""Creates the database of one version of Kontor that later versions must open without losing a game.

`python -m tests.server.databases.make_database FILE` plays on a server of the present version. A committed file is
never changed; a new version adds a file of its own.
"""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import structlog

from tests.server.live_server import Client, live_server, suggestion

GAMES: list[tuple[dict[str, Any], list[str]]] = [
    ({"game": "hansa", "players": 2}, ["human", "light"]),
    ({"game": "hansa", "players": 4, "modules": ["extra-card"]}, ["human"] * 4),
    ({"game": "teutonica", "edition": "first", "players": 2, "modules": ["two-player-pawn"]}, ["human", "light"]),
    ({"game": "teutonica", "edition": "second", "players": 2, "modules": ["two-player-neutral"]}, ["human", "light"]),
    ({"game": "teutonica", "edition": "big-box", "players": 3, "modules": ["mission-cards"]}, ["human"] * 3),
    (
        {"game": "teutonica", "edition": "big-box", "board": "britannia-4-5", "players": 4},
        ["human"] * 2 + ["light"] * 2,
    ),
]
UNFINISHED_MOVES = 60
UNLIMITED: dict[str, Any] = {
    "requests_at_once": 100_000,
    "requests_per_second": 100_000.0,
    "webhook_networks": ("192.0.2.0/24",),
}


async def play(client: Client, setup: dict[str, Any], table: Any, most: int) -> Any:
    """Play at a table by the light policy up to a number of own moves, now and then with an undo."""
    state = table["state"]
    for made in range(most):
        while state["decision"] is None and not state["over"]:
            await asyncio.sleep(0.01)
            state = (await client.look(table["id"]))["state"]
        if state["over"]:
            break
        seen = (await client.look(table["id"], seat=state["decision"]))["state"]
        answer = await client.move(table["id"], state["number"], suggestion(setup, seen, made))
        state = answer.json()["state"]
        can_undo = state["undo"]["floor"] < state["length"]
        if made % 17 == 3 and can_undo and state["decision"] is not None:  # else the computer moves meanwhile
            state = (await client.undo(table["id"], state["number"])).json()["state"]
    return state


async def fill(client: Client) -> None:
    """Play every game twice, once to its end, and create every other kind of row."""
    for setup, seats in GAMES:
        finished = await client.open(setup, seats, title="Finished", public=True, undo="own")
        state = await play(client, setup, finished, 5000)
        assert state["over"], setup
        running_table = await client.open(setup, seats, title="Running", undo="own")
        await play(client, setup, running_table, UNFINISHED_MOVES)
        await client.ask("POST", f"/api/tables/{running_table['id']}/messages", {"text": "See you on Sunday."})
    await client.open(GAMES[0][0], ["human", "open"], title="Open", public=True)
    clock = {"kind": "budget", "seconds": 86_400, "increment": 20, "agent": "light"}
    await client.open(GAMES[4][0], ["human"] * 3, title="Clock", clock=clock)
    await client.ask("PUT", "/api/session/password", {"password": "seven merchants sail"})
    await client.ask("POST", "/api/tokens", {"label": "bot"})
    await client.ask("POST", "/api/webhooks", {"url": "https://192.0.2.1/kontor"})


def expectations(database: Path) -> dict[str, Any]:
    """Return what a later version has to find: the length and the end of every game."""
    with closing(sqlite3.connect(database)) as connection:
        tables = connection.execute("SELECT id, title, number, to_move, ended_by FROM tables ORDER BY id").fetchall()
        counts = {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in COUNTED}
    named = [dict(zip(("id", "title", "number", "to_move", "ended_by"), row, strict=True)) for row in tables]
    return {"tables": named, "rows": counts}


COUNTED = ("accounts", "sessions", "tokens", "tables", "seats", "entries", "messages", "webhooks")


async def make(target: Path) -> None:
    """Play, stop the server, and save its database with what has to be found in it."""
    with tempfile.TemporaryDirectory() as made:
        async with live_server(Path(made), **UNLIMITED) as server:
            await fill(await server.sign_in("Ada"))
        with closing(sqlite3.connect(Path(made) / "kontor.sqlite")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        shutil.copyfile(Path(made) / "kontor.sqlite", target)
    target.with_suffix(".json").write_text(json.dumps(expectations(target), indent=1) + "\n")


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    asyncio.run(make(Path(sys.argv[1])))

"""Databases written by earlier versions open without losing a game, and their games continue."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.databases.make_database import GAMES, expectations
from tests.server.live_server import Client, LiveServer, live_server, suggestion
from tests.server.postgres import Postgres
from tests.server.test_backup import run

pytestmark = pytest.mark.anyio

DATABASES = sorted(Path(__file__).parent.glob("databases/*.sqlite"))
NAME, PASSWORD = "Ada", "seven merchants sail"


def expected(database: Path) -> Any:
    """Return what a database contained when it was created."""
    return json.loads(database.with_suffix(".json").read_text())


@pytest.fixture(params=DATABASES, ids=lambda database: database.stem)
def old(request: pytest.FixtureRequest, folder: Path) -> tuple[Path, Path]:
    """Copy the database of an earlier version into a folder where it may be changed."""
    shutil.copyfile(request.param, folder / "kontor.sqlite")
    return request.param, folder


async def sign_in(server: LiveServer) -> Client:
    """Sign in as the owner of all tables."""
    client = server.anonymous()
    await client.ask("POST", "/api/session", {"name": NAME, "password": PASSWORD})
    return client


async def check_games(client: Client, tables: list[dict[str, Any]]) -> None:
    """Check that every game is as it was, and that running ones continue."""
    for table in tables:
        found = await client.look(table["id"])
        assert not any(seat["is_bot"] for seat in found["seats"])
        seen = found["state"]
        if seen["decision"] is None and not seen["over"]:
            continue  # a computer player is to move, and does so
        assert seen["number"] >= table["number"]
        assert seen["ended_by"] == table["ended_by"]
        record = await client.ask("GET", f"/api/tables/{table['id']}/record")
        assert len(record["moves"]) == seen["length"]
        if not seen["over"]:
            await play_on(client, table["id"], seen["decision"])


async def play_on(client: Client, table_id: str, seat: int) -> None:
    """Make one move at a running table."""
    table = await client.look(table_id, seat=seat)
    move = suggestion(table["setup"], table["state"], 1)
    answer = await client.move(table_id, table["state"]["number"], move)
    assert answer.status_code == 200, answer.text


def test_the_databases_hold_every_sort_of_game() -> None:
    for database in DATABASES:
        found = expectations(database)
        assert found == expected(database)
        titles = [table["title"] for table in found["tables"]]
        assert titles.count("Finished") == titles.count("Running") == len(GAMES)
        with closing(sqlite3.connect(database)) as connection:
            setups = {row[0] for row in connection.execute("SELECT json_extract(setup, '$.game') FROM tables")}
        assert setups == {"hansa", "teutonica"}


async def test_an_old_database_is_opened_and_played_on(old: tuple[Path, Path]) -> None:
    database, folder = old
    async with live_server(folder) as server:
        await check_games(await sign_in(server), expected(database)["tables"])


async def test_an_old_backup_moves_to_postgresql(old: tuple[Path, Path], postgres: Postgres, tmp_path: Path) -> None:
    database, folder = old
    await run("backup", "--data", folder, tmp_path / "backup")
    await run("restore", "--database", postgres.url, "--force", tmp_path / "backup")
    async with live_server(Path(), database=postgres.url) as server:
        await check_games(await sign_in(server), expected(database)["tables"])

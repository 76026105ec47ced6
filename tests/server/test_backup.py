"""Backups: made while moves are made, restored elsewhere or in place, and rejected if they were changed."""

import asyncio
import json
import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from alembic import command
from sqlalchemy import create_engine, text

from kontor.server.errors import DatabaseUnavailable
from kontor.server.service.match import Match
from kontor.server.settings import Settings
from kontor.server.store.backup import add_description, backup_tables
from kontor.server.store.database import Database
from kontor.server.store.entries import COMPUTER
from kontor.server.store.generation import DatabaseGeneration
from kontor.server.store.migrations import config, revisions
from kontor.server.store.models import Base
from kontor.server.store.restore import restore
from tests.cli.commands import kontor, refused
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.postgres import Postgres
from tests.server.server_process import KONTOR, PATIENCE, server_process
from tests.server.test_moves import HANSA, TEUTONICA

pytestmark = pytest.mark.anyio

TABLES = 4


async def run(*words: object) -> str:
    """Return the output of `kontor`, run in a thread."""
    result = await asyncio.to_thread(kontor, *words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


async def run_apart(*words: object) -> str:
    """Return the output of `kontor` in a process of its own."""
    line, pipe = [str(KONTOR), *map(str, words)], asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*line, stdout=pipe, stderr=pipe)
    printed, complained = await process.communicate()
    assert (process.returncode, complained) == (0, b"")
    return printed.decode()


class Played:
    """A player who moves without end, and the numbers that were acknowledged."""

    def __init__(self, client: Client, table: Any) -> None:
        self.client = client
        self.id = table["id"]
        self.number = table["state"]["number"]

    async def go_on(self) -> None:
        """Move until the test ends it."""
        while True:
            state = (await self.client.look(self.id, since=self.number))["state"]
            answer = await self.client.move(self.id, state["number"], state["moves"][-1]["words"])
            if answer.status_code == 200:
                self.number = answer.json()["number"]


@asynccontextmanager
async def under_moves(server: LiveServer) -> AsyncIterator[list[Played]]:
    """Run tables at which moves are made all the time."""
    ada = await server.sign_in("Ada")
    players = [Played(ada, await ada.open(TEUTONICA, ["human"] * 3, public=True)) for _ in range(TABLES)]
    tasks = [asyncio.create_task(player.go_on()) for player in players]
    while any(player.number < 12 for player in players):
        await asyncio.sleep(0.02)
    try:
        yield players
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def place_of(kind: str, folder: Path, postgres: Callable[[], Postgres]) -> dict[str, Any]:
    """Return the settings for the database of a server."""
    return {"data": folder / kind} if kind != "shared" else {"data": folder, "database": postgres().url}


def options_of(place: dict[str, Any]) -> list[object]:
    """Return the command line options for the database of a server."""
    return ["--database", place["database"]] if "database" in place else ["--data", place["data"]]


@pytest.fixture
def later(request: pytest.FixtureRequest) -> Callable[[], Postgres]:
    """Return a PostgreSQL, started only if a test asks for it."""
    return lambda: request.getfixturevalue("postgres")


@pytest.mark.parametrize(
    ("kind", "other"),
    [
        ("one", "shared"),
        pytest.param("one", "two", marks=pytest.mark.soak),
        pytest.param("shared", "two", marks=pytest.mark.soak),
    ],
)
async def test_a_backup_under_moves_holds_all_that_were_acknowledged(
    folder: Path, later: Callable[[], Postgres], kind: str, other: str
) -> None:
    here, there, file = place_of(kind, folder, later), place_of(other, folder, later), folder / "file"
    async with live_server(**here, computer_pause=0.05) as server:
        host = await server.sign_in("Host")
        computers = (await host.open(HANSA, ["light", "light"], public=True))["id"]
        async with under_moves(server) as players:
            before = {player.id: player.number for player in players}
            apart = (kind, other) == ("one", "two")
            assert "tables" in await (run_apart if apart else run)("backup", file, *options_of(here))
            after = {player.id: player.number for player in players}
        kept = {table: (await host.look(table))["entries"] for table in before}
    assert not apart or any(after[table] > before[table] for table in before)
    assert "restored" in await run("restore", file, *options_of(there), *(["--force"] if other == "shared" else []))
    async with live_server(**there) as server:
        anonymous = server.anonymous()
        for table in before:
            entries = (await anonymous.look(table))["entries"]
            assert before[table] <= len(entries) <= after[table] + 3
            assert entries == kept[table][: len(entries)]
        async with anonymous.listen(computers, since=0) as live_socket:
            while not (await live_socket.receive("entries"))["over"]:
                pass


async def test_a_restored_backup_replaces_everything_at_once(folder: Path) -> None:
    async with live_server(folder) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(HANSA, ["human", "human"])
        await run("backup", folder / "file", "--data", folder)
        await ada.play(table["id"], table["state"]["moves"][0]["words"])
        later = await ada.open(HANSA, ["human", "human"])
    await run("restore", folder / "file", "--data", folder, "--force")
    async with live_server(folder) as server:
        again = server.same_account(ada)
        assert (await again.look(table["id"]))["state"] == table["state"]
        assert (await again.send("GET", f"/api/tables/{later['id']}")).status_code == 404


def test_a_server_that_runs_begins_anew_when_a_backup_is_restored(folder: Path) -> None:
    with server_process("--data", folder) as server:
        address = server.start()
        with httpx.Client(base_url=address, timeout=20) as client:
            client.post("/api/session", json={"name": "Ada"})
            plan = {"setup": {"game": "teutonica", "players": 2}, "seats": [{"kind": "human"}, {"kind": "human"}]}
            table = client.post("/api/tables", json=plan).raise_for_status().json()
            state = play(client, table, table["state"], 5)
            assert kontor("backup", folder / "file", "--data", folder).exit_code == 0
            play(client, table, state, 5)
            assert kontor("restore", folder / "file", "--data", folder, "--force").exit_code == 0
            path = f"/api/tables/{table['id']}"
            deadline = time.monotonic() + PATIENCE
            while number_at(client, path) != state["number"]:
                assert time.monotonic() < deadline
                time.sleep(0.1)
            play(client, table, state, 3)
            numbers = [entry["number"] for entry in client.get(path).json()["entries"]]
            assert numbers == list(range(1, state["number"] + 4))
        assert "database.replaced" in server.log()
        server.stop()


def play(client: httpx.Client, table: Any, state: Any, moves: int) -> Any:
    """Make some moves, the first legal one each time, and return the last state."""
    for _ in range(moves):
        content = {"number": state["number"], "move": state["moves"][0]["words"]}
        answer = client.post(f"/api/tables/{table['id']}/moves?state=true", json=content)
        state = answer.raise_for_status().json()["state"]
    return state


def number_at(client: httpx.Client, path: str) -> int | None:
    """Return the number of a table, if the server answers."""
    try:
        number: int = client.get(path).json()["state"]["number"]
    except (httpx.HTTPError, KeyError):
        return None
    return number


@pytest.mark.parametrize("kind", ["one", "shared"])
async def test_nothing_is_written_from_an_old_memory(folder: Path, later: Callable[[], Postgres], kind: str) -> None:
    place = place_of(kind, folder, later)
    async with live_server(**place) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(HANSA, ["human", "human"])
        async with server.node.database.engine.execution_options(writes=True).begin() as connection:
            await connection.execute(text("UPDATE lives SET life = 'another'"))
        answer = await ada.move(table["id"], table["state"]["number"], table["state"]["moves"][0]["words"])
        assert answer.status_code == 503
        assert (await server.anonymous().send("POST", "/api/session", {"name": "Zoe"})).status_code == 503
        assert server.node.generation.is_replaced
        assert len(await server.node.log.read(table["id"])) == table["state"]["number"]


async def test_a_replaced_database_is_noticed_without_a_move(folder: Path) -> None:
    database = Database(Settings(data=folder).url)
    await database.prepare()
    life = DatabaseGeneration(database)
    async with database.writing() as session:
        await session.execute(text("UPDATE lives SET life = 'one'"))
    await life.start()
    async with database.engine.connect() as connection:
        await connection.execute(text("UPDATE lives SET life = 'two'"))
        await connection.commit()
    async with asyncio.timeout(10):
        while not life.is_replaced:
            await asyncio.sleep(0.05)
    with pytest.raises(DatabaseUnavailable):
        async with database.writing() as session:
            await session.execute(text("DELETE FROM accounts"))
    await life.stop()
    await database.close()


@pytest.fixture
def file(folder: Path) -> Path:
    """Make the backup of a server with one table."""

    async def play() -> None:
        async with live_server(folder / "data") as server:
            ada = await server.sign_in("Ada")
            await ada.open(HANSA, ["human", "human"])

    asyncio.run(play())
    assert kontor("backup", folder / "file", "--data", folder / "data").exit_code == 0
    return folder / "file"


def change(file: Path, *statements: str) -> None:
    """Change a backup directly."""
    with closing(sqlite3.connect(file)) as copy:
        for statement in statements:
            copy.execute(statement)
        copy.commit()


def test_a_backup_is_one_file_for_its_owner_alone(file: Path) -> None:
    assert oct(os.stat(file).st_mode & 0o777) == "0o600"
    assert not list(file.parent.glob("file?*"))
    assert "exists already" in refused("backup", file, "--data", file.parent / "data", code=2)
    assert kontor("backup", file, "--data", file.parent / "data", "--force").exit_code == 0


def test_what_is_there_is_not_replaced_unasked(file: Path) -> None:
    sentence = refused("restore", file, "--data", file.parent / "data", code=2)
    assert sentence == "the database holds 1 tables and 1 accounts already; give --force to replace them."


def test_a_newer_schema_is_refused(file: Path) -> None:
    change(file, "UPDATE backup SET revision = '9999'", "UPDATE alembic_version SET version_num = '9999'")
    sentence = refused("restore", file, "--data", file.parent / "new", code=2)
    assert "schema 9999" in sentence
    assert "update Kontor first" in sentence
    assert not (file.parent / "new").exists()


def test_a_newer_database_is_not_changed(file: Path) -> None:
    change(file.parent / "data" / "kontor.sqlite", "UPDATE alembic_version SET version_num = '9999'")
    sentence = refused("restore", file, "--data", file.parent / "data", "--force", code=2)
    assert "the database has schema 9999" in sentence


def test_a_damaged_backup_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert "damaged" in refused("restore", file, "--data", file.parent / "new", code=2)
    file.write_bytes(b"something else")
    assert "not a backup" in refused("restore", file, "--data", file.parent / "new", code=2)
    file.write_bytes(whole)
    change(file, "DELETE FROM entries WHERE number = 1")
    assert "changed after it was written" in refused("restore", file, "--data", file.parent / "new", code=2)
    assert "no file" in refused("restore", file.parent / "nothing", "--data", file.parent / "new", code=2)
    assert "no database" in refused("backup", file.parent / "more", "--data", file.parent / "nowhere", code=2)


@pytest.mark.parametrize("column", ["seats.agent", "tables.clock"])
def test_a_backup_that_names_an_agent_from_a_file_is_refused(file: Path, column: str) -> None:
    marker, agent = file.parent / "executed", file.parent / "agent.py"
    agent.write_text(f"open({str(marker)!r}, 'w')\nclass Evil: pass\n")
    name = f"{agent}:Evil"
    clock = json.dumps({"kind": "turn", "seconds": 1, "increment": 0, "agent": name})
    value = name if column == "seats.agent" else clock
    table, _, field = column.partition(".")
    change(file, f"UPDATE {table} SET {field} = '{value}'")
    sentence = refused("restore", file, "--data", file.parent / "new", code=2)
    assert "which is not in the catalogue" in sentence
    assert not (file.parent / "new").exists()
    assert not marker.exists()


def by_computer(match: Match) -> int:
    """Return how many moves the computer has made."""
    return sum(entry.by == COMPUTER for entry in match.entries)


def test_a_tampered_database_executes_nothing(file: Path) -> None:
    """Play at a table whose seat names an agent in a file: the smallest legal choice is made instead."""
    marker, agent, data = file.parent / "executed", file.parent / "agent.py", file.parent / "data"
    agent.write_text(f"open({str(marker)!r}, 'w')\nclass Evil: pass\n")
    change(data / "kontor.sqlite", f"UPDATE seats SET kind = 'agent', agent = '{agent}:Evil', account_id = NULL")

    async def play() -> None:
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
        async with live_server(data) as server, asyncio.timeout(20):
            table_id = (await server.node.tables.unattended())[0]
            while by_computer(await server.node.matches.get(table_id)) < 3 and not marker.exists():
                await asyncio.sleep(0.05)

    asyncio.run(play())
    assert not marker.exists()


async def test_a_backup_of_an_older_schema_is_brought_up_to_date(folder: Path) -> None:
    file = folder / "file"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.upgrade(config(connection), revisions()[0])
        connection.execute(text("INSERT INTO accounts (id, name, created_at) VALUES ('ada', 'Ada', 5)"))
    engine.dispose()
    assert add_description(file).revision == revisions()[0]
    before = file.read_bytes()
    await restore(Settings(data=folder / "new").url, file, False, lambda _, __: None)
    assert file.read_bytes() == before
    with closing(sqlite3.connect(folder / "new" / "kontor.sqlite")) as restored:
        assert restored.execute("SELECT name FROM accounts").fetchall() == [("Ada",)]
        assert restored.execute("SELECT version_num FROM alembic_version").fetchone() == (revisions()[-1],)


def test_every_table_is_kept_or_left_out_on_purpose() -> None:
    assert {table.name for table in backup_tables()} == {*Base.metadata.tables} - {
        "leases",
        "lives",
        "nodes",
        "online_accounts",
    }

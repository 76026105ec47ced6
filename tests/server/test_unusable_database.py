"""A database that cannot be used ends `kontor serve` with one sentence and exit code 1."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.commands import command, refused
from tests.server.live_server import live_server
from tests.server.postgres import Postgres, free_port


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers wait for a database only for a moment."""
    monkeypatch.setenv("KONTOR_SERVER_DATABASE_SECONDS", "2")


def ended(*options: object) -> str:
    """Return the sentence with which a server ends that cannot start."""
    return refused("serve", "--port", "0", *options, code=1)


def test_a_file_that_is_no_database(folder: Path) -> None:
    (folder / "kontor.sqlite").write_bytes(b"these are no tables " * 500)
    assert "is not a SQLite database; move it away" in ended("--data", folder)


def test_the_process_ends_with_one_sentence(folder: Path) -> None:
    (folder / "kontor.sqlite").write_bytes(b"these are no tables " * 500)
    result = command("serve", "--port", "0", "--data", folder)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("kontor: ")
    assert result.stderr.count("\n") == 1, result.stderr


def test_a_folder_in_the_place_of_the_file(folder: Path) -> None:
    (folder / "kontor.sqlite").mkdir()
    assert "cannot be opened; the folder and the file have to belong" in ended("--data", folder)


def test_a_file_in_the_place_of_the_folder(folder: Path) -> None:
    (folder / "file").write_text("")
    assert "choose another one with --data" in ended("--data", folder / "file" / "games")


async def make_database(folder: Path) -> None:
    """Start a server on a folder, and stop it."""
    async with live_server(folder):
        pass


def test_a_database_of_a_newer_schema_and_a_damaged_one(folder: Path) -> None:
    asyncio.run(make_database(folder))
    file = folder / "kontor.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "has schema 9999" in (sentence := ended("--data", folder))
    assert "install the newer Kontor again" in sentence
    file.write_bytes(file.read_bytes()[:4096] + b"\xff" * 8192)
    assert "damaged; restore a backup" in ended("--data", folder)


def test_a_shared_database_that_is_not_there_or_refuses(postgres: Postgres) -> None:
    nowhere = f"postgresql://kontor:very-secret@127.0.0.1:{free_port()}/postgres"
    assert "cannot be reached (" in (sentence := ended("--database", nowhere))
    assert "very-secret" not in sentence
    assert "there is no such database" in ended("--database", f"{postgres.url}-absent")
    assert "refuses the user" in ended("--database", postgres.url.replace("kontor@", "stranger@"))


def test_a_wrong_password(postgres: Postgres) -> None:
    rules = postgres.folder / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text("host all all 127.0.0.1/32 scram-sha-256\n")
    postgres.run("pg_ctl", "-D", postgres.folder, "reload")
    try:
        sentence = ended("--database", postgres.url.replace("kontor@", "kontor:very-secret@"))
    finally:
        rules.write_text(before)
        postgres.run("pg_ctl", "-D", postgres.folder, "reload")
    assert "refuses the user or the password" in sentence
    assert "very-secret" not in sentence


@pytest.mark.parametrize("url", ["nonsense", "mysql://localhost/kontor"])
def test_a_url_of_no_known_database(url: str) -> None:
    assert "database" in ended("--database", url)

"""`kontor serve` as a process prints its address, explains what it cannot do, and ends gracefully."""

from pathlib import Path

import httpx
import pytest

from kontor.server.http_server import bind
from tests.cli.commands import refused
from tests.server.server_process import server_process


def test_it_prints_its_address_and_ends_gracefully(folder: Path) -> None:
    with server_process("--data", folder) as server:
        assert httpx.get(f"{server.start()}/healthz").json()["status"] == "ok"
        server.stop()
    assert (folder / "kontor.sqlite").exists()


def test_two_databases_are_rejected(folder: Path) -> None:
    sentence = refused("serve", "--data", folder, "--database", "postgresql://localhost/games", code=2)
    assert "exclude each other" in sentence


def test_an_address_that_is_taken_is_refused(folder: Path) -> None:
    with bind("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        assert "cannot be listened on" in refused("serve", "--data", folder, "--port", port, code=2)


@pytest.mark.parametrize("verb", ["serve", "backup", "restore"])
def test_a_misspelt_setting_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    monkeypatch.setenv("KONTOR_SERVER_WORKER", "1")
    file = [] if verb == "serve" else [folder / "file"]
    sentence = refused(verb, "--data", folder, *file, code=2)
    assert sentence == "KONTOR_SERVER_WORKER is not a setting; the nearest one is KONTOR_SERVER_WORKERS."

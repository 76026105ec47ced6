"""`kontor serve` as a process: it says where it is, what it cannot do, and ends in good order."""

from pathlib import Path

import httpx

from tests.cli.running import refused
from tests.server.processes import served


def test_it_says_where_it_is_and_ends_in_good_order(folder: Path) -> None:
    with served("--data", folder) as server:
        assert httpx.get(f"{server.start()}/healthz").json()["status"] == "well"
        server.stop()
    assert (folder / "kontor.sqlite").exists()


def test_two_places_for_the_games_are_refused(folder: Path) -> None:
    sentence = refused("serve", "--data", folder, "--database", "postgresql://localhost/games", code=2)
    assert "exclude each other" in sentence


def test_an_address_that_is_taken_is_refused(folder: Path) -> None:
    with served("--data", folder) as server:
        port = server.start().rpartition(":")[2]
        assert "cannot be listened on" in refused("serve", "--data", folder / "other", "--port", port, code=2)

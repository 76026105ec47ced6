"""`kontor serve` as a process: it says where it is, dies hard, loses nothing, and ends in good order."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.cli.running import refused


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own, and its address."""
    call = [str(Path(sys.executable).with_name("kontor")), "serve", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        yield found[0], process
    finally:
        process.kill()
        process.wait()


def play(client: httpx.Client, table: dict[str, Any], moves: int) -> dict[str, Any]:
    """Make some moves, the first legal one each time."""
    state: dict[str, Any] = table["state"]
    for _ in range(moves):
        content = {"number": state["number"], "move": state["moves"][0]["words"]}
        state = (
            client.post(f"/api/tables/{table['id']}/moves?state=true", json=content)
            .raise_for_status()
            .json()["state"]
        )
    return state


def test_a_killed_server_has_lost_nothing_and_computers_go_on(folder: Path) -> None:
    with served(folder) as (address, process), httpx.Client(base_url=address, timeout=20) as client:
        cookies = client.post("/api/session", json={"name": "Ada"}).cookies
        setup = {"game": "teutonica", "players": 2}
        plan = {"setup": setup, "seats": [{"kind": "human"}, {"kind": "human"}]}
        table = client.post("/api/tables", json=plan).raise_for_status().json()
        state = play(client, table, 10)
        watched = {"setup": setup, "public": True, "seats": [{"kind": "agent", "agent": "light"}] * 2}
        computers = client.post("/api/tables", json=watched).json()["id"]
        process.send_signal(signal.SIGKILL)
        process.wait()
    with served(folder) as (address, process), httpx.Client(base_url=address, timeout=20, cookies=cookies) as client:
        after = client.get(f"/api/tables/{table['id']}").json()
        assert after["state"] == state
        assert [entry["number"] for entry in after["entries"]] == list(range(1, state["number"] + 1))
        while not client.get(f"/api/tables/{computers}").json()["state"]["over"]:
            time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) in (0, -signal.SIGTERM)


def test_two_places_for_the_games_are_refused(folder: Path) -> None:
    sentence = refused("serve", "--data", folder, "--database", "postgresql://localhost/games", code=2)
    assert "exclude each other" in sentence


def test_an_address_that_is_taken_is_refused(folder: Path) -> None:
    with served(folder) as (address, _):
        port = address.rpartition(":")[2]
        assert "cannot be listened on" in refused("serve", "--data", folder / "other", "--port", port, code=2)

"""Protects the search on two cores: it uses a second process only if it may, and survives its failures."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kontor.agents import second_process, two_core_search
from kontor.agents.second_process import SearchRequest, has_free_core
from kontor.agents.two_core_search import TwoCoreSearch, end_second_process, visits_elsewhere
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator
from kontor.server.workers import worker
from tests.agents.games import in_turn

SECONDS = 0.3
pytestmark = pytest.mark.skipif(
    not Path("/proc/loadavg").exists(), reason="this system does not tell if a core is free"
)


@pytest.fixture(autouse=True)
def free_core(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a core seem free, wait long for it on a busy machine, and end the second process after a test."""
    monkeypatch.setattr(two_core_search, "has_free_core", lambda: True)
    monkeypatch.setattr(second_process, "WAIT_SECONDS", 30)
    yield
    end_second_process()


@pytest.fixture
def game() -> Game:
    """Return a game of Hansa."""
    return registry.game({"game": "hansa", "players": 3})


@pytest.fixture
def position(game: Game) -> PositionBytes:
    """Return a position in the middle of the game."""
    return in_turn(game, 9)


def start(agent: TwoCoreSearch, game: Game, position: PositionBytes) -> None:
    """Start the second process and wait until it can search."""
    agent.choose(game, position, Budget(), Generator(1))
    second = two_core_search._started.second
    assert second is not None
    until = time.monotonic() + 60
    while not second.is_ready():
        assert time.monotonic() < until
        time.sleep(0.02)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that receives the visits of the second process after every search."""
    found: list[int] = []

    def visits(plans: int) -> list[int]:
        rows = list(visits_elsewhere(plans))
        found.append(sum(rows))
        return rows

    monkeypatch.setattr(two_core_search, "visits_elsewhere", visits)
    return found


def test_both_processes_search(game: Game, position: PositionBytes, monkeypatch: pytest.MonkeyPatch) -> None:
    agent, found = TwoCoreSearch(budget=Budget(seconds=SECONDS)), counted(monkeypatch)
    start(agent, game, position)
    for seed in (1, 2):
        assert agent.choose(game, position, Budget(), Generator(seed)) in game.legal_moves(position)
    assert len(found) == 2
    assert found[1] > 0  # the first search may have ended while the second process was building the game


def test_a_given_budget_uses_one_core(game: Game, position: PositionBytes, monkeypatch: pytest.MonkeyPatch) -> None:
    agent, found = TwoCoreSearch(budget=Budget(seconds=SECONDS)), counted(monkeypatch)
    start(agent, game, position)
    moves = [agent.choose(game, position, Budget(playouts=30), Generator(3)) for _ in range(2)]
    assert moves[0] == moves[1]
    assert found == []


def test_a_busy_machine_is_left_alone(game: Game, position: PositionBytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_core_search, "has_free_core", lambda: False)
    TwoCoreSearch(budget=Budget(seconds=0.05)).choose(game, position, Budget(), Generator(1))
    assert two_core_search._started.second is None


def test_a_killed_process_is_replaced(game: Game, position: PositionBytes) -> None:
    agent = TwoCoreSearch(budget=Budget(seconds=SECONDS))
    start(agent, game, position)
    first = two_core_search._started.second
    assert first is not None
    os.kill(first.process.pid, signal.SIGKILL)
    first.process.wait()
    assert agent.choose(game, position, Budget(), Generator(1)) in game.legal_moves(position)
    assert two_core_search._started.second is None
    start(agent, game, position)


def test_a_process_that_does_not_answer_delays_the_move_only_shortly(
    game: Game, position: PositionBytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_process, "WAIT_SECONDS", 0.2)
    agent = TwoCoreSearch(budget=Budget(seconds=SECONDS))
    start(agent, game, position)
    second = two_core_search._started.second
    assert second is not None
    os.kill(second.process.pid, signal.SIGSTOP)
    assert agent.choose(game, position, Budget(), Generator(1)) in game.legal_moves(position)
    assert two_core_search._started.second is None
    assert second.process.returncode == -signal.SIGKILL


def test_the_second_process_ends_with_the_first() -> None:
    program = (
        "import time, os\n"
        "from kontor.agents.second_process import SecondProcess\n"
        "second = SecondProcess()\n"
        "while not second.is_ready(): time.sleep(0.02)\n"
        "print(second.process.pid, flush=True)\n"
        "os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    pid, until = int(done.stdout), time.monotonic() + 10
    while Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize(("text", "free"), [("0.1 0.1 0.1 1/200 9", True), ("9 9 9 999/1000 9", False), ("", False)])
def test_a_core_is_free_if_fewer_processes_run(
    text: str, free: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_process, "LOAD_FILE", tmp_path / "loadavg")
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1}, raising=False)
    assert not has_free_core()
    (tmp_path / "loadavg").write_text(text)
    assert has_free_core() == free


def test_the_server_lets_expert_use_both_cores(
    game: Game, position: PositionBytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests: list[SearchRequest] = []
    monkeypatch.setattr(two_core_search, "started_elsewhere", requests.append)
    monkeypatch.setattr(worker.agent_of("expert"), "budget", Budget(seconds=0.05))
    chosen = worker.choose_move(json.dumps(game.setup), bytes(position), "expert", 2.0, 1)
    assert chosen.move in game.legal_moves(position)
    assert [request.seconds for request in requests] == [0.05]

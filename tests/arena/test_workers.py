"""Worker processes: whatever becomes of one, its piece is made, stands for a fault, or is said to be lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path

import pytest

from kontor.arena.simulate import Order
from kontor.arena.slate import MOST_MOVES, Slate
from kontor.arena.workers import Loss, WorkerDied, shares


def slumber(slate: Slate) -> None:
    """Sleep for longer than a test may take."""
    time.sleep(600)


@dataclass(frozen=True)
class Doubling:
    """An errand that doubles numbers; something happens with one of them."""

    odd: int = -1
    happening: Callable[[Slate], None] = slumber

    def begin(self, slate: Slate) -> Callable[[int], int]:
        return lambda number: self.double(number, slate)

    def double(self, number: int, slate: Slate) -> int:
        """Twice a number."""
        if number == self.odd:
            self.happening(slate)
        return 2 * number

    def lost(self, number: int, loss: Loss) -> int:
        if loss.moves is None:
            raise WorkerDied(f"number {number} {loss.how}.")
        return -sum(loss.moves)


def trouble(slate: Slate) -> None:
    """Raise."""
    raise LookupError("no such thing")


def end(slate: Slate) -> None:
    """End the process."""
    os._exit(3)


def end_deciding(slate: Slate) -> None:
    """End the process while an agent decides after two moves."""
    slate.wipe()
    slate.note(5)
    slate.note(6)
    with slate.deciding(60):
        os._exit(3)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_piece_comes_home(jobs: int) -> None:
    assert sorted(shares(Doubling(), range(4), jobs)) == [0, 2, 4, 6]
    assert not active_children()


def test_nothing_to_do_is_done_at_once() -> None:
    assert list(shares(Doubling(), [], 2)) == []


def test_a_workers_trouble_comes_home() -> None:
    with pytest.raises(LookupError, match="no such thing"):
        list(shares(Doubling(3, trouble), range(10), 2))
    assert not active_children()


def test_a_worker_that_dies_is_named_and_what_was_made_is_kept() -> None:
    pieces = shares(Doubling(7, end), range(10), 1)
    assert [next(pieces) for _ in range(7)] == list(range(0, 14, 2))
    with pytest.raises(WorkerDied, match=r"^number 7 ended with exit code 3\.$"):
        next(pieces)
    assert not active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_worker_that_dies_while_an_agent_decides_is_replaced(jobs: int) -> None:
    pieces = list(shares(Doubling(3, end_deciding), range(10), jobs))
    assert sorted(pieces) == sorted([-11, *(2 * number for number in range(10) if number != 3)])
    assert not active_children()


def test_leaving_early_ends_the_workers() -> None:
    pieces = shares(Doubling(), range(10), 2)
    next(pieces)
    assert len(active_children()) == 2
    pieces.close()
    assert not active_children()


def test_a_program_needs_no_guard(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    lines = ["from kontor.arena.workers import shares", "from tests.arena.test_workers import Doubling"]
    program.write_text("\n".join([*lines, "print(sum(shares(Doubling(), range(4), 2)))"]), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, program], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("12\n", "")


def test_lost_games_of_a_simulation_are_named() -> None:
    order = Order({"game": "hansa"}, ["light"] * 4, 100)
    with pytest.raises(WorkerDied, match="games 11 to 20 was killed by signal 9"):
        order.lost(range(10, 20), Loss("was killed by signal 9"))


def test_a_slate_knows_the_moves_only_while_somebody_decides() -> None:
    slate = Slate()
    slate.wipe()
    slate.note(4)
    assert slate.moves() is None
    with slate.deciding(60):
        assert slate.moves() == [4]
        assert not slate.is_overdue()
        slate.chalk.count = MOST_MOVES + 1
        assert slate.moves() is None
    assert slate.moves() is None


@pytest.mark.skipif(os.name == "nt", reason="a process is killed by a signal")
def test_a_busy_worker_ends_with_the_process_that_started_it() -> None:
    code = """
import time
from kontor.arena.workers import Worker
from tests.arena.test_workers import Doubling
worker = Worker(Doubling(odd=3))
assert worker.make(1) == 2
worker.give(3)
print("given", flush=True)
time.sleep(600)
"""
    line, pipe = [sys.executable, "-c", code], subprocess.PIPE
    with subprocess.Popen(line, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"given\n"
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=20)  # the worker has inherited the other end of these pipes

"""Protects worker processes: a result is returned, replaced by a fault, or reported as lost."""

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

from kontor.arena.simulate import SimulationConfig
from kontor.arena.worker_status import MAX_MOVES, WorkerStatus
from kontor.arena.workers import WorkerDied, WorkerFailure, run_local


def sleep(status: WorkerStatus) -> None:
    """Sleep for longer than a test may take."""
    time.sleep(600)


@dataclass(frozen=True)
class DoublingJob:
    """A job that doubles numbers; one of them triggers an action."""

    special: int = -1
    action: Callable[[WorkerStatus], None] = sleep

    def start(self, status: WorkerStatus) -> Callable[[int], int]:
        return lambda number: self.double(number, status)

    def double(self, number: int, status: WorkerStatus) -> int:
        """Return twice a number."""
        if number == self.special:
            self.action(status)
        return 2 * number

    def on_failure(self, number: int, failure: WorkerFailure) -> int:
        if failure.moves is None:
            raise WorkerDied(f"number {number} {failure.description}.")
        return -sum(failure.moves)


def raise_error(status: WorkerStatus) -> None:
    """Raise an exception."""
    raise LookupError("no such thing")


def end(status: WorkerStatus) -> None:
    """End the process."""
    os._exit(3)


def end_deciding(status: WorkerStatus) -> None:
    """End the process while an agent decides after two moves."""
    status.start_game()
    status.record_move(5)
    status.record_move(6)
    status.begin_decision(60)
    os._exit(3)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_result_is_returned(jobs: int) -> None:
    assert sorted(run_local(DoublingJob(), range(4), jobs)) == [0, 2, 4, 6]
    assert not active_children()


def test_no_items_give_no_results() -> None:
    assert list(run_local(DoublingJob(), [], 2)) == []


def test_an_exception_of_a_worker_is_raised() -> None:
    with pytest.raises(LookupError, match="no such thing"):
        list(run_local(DoublingJob(3, raise_error), range(10), 2))
    assert not active_children()


def test_a_worker_that_dies_keeps_earlier_results() -> None:
    results = run_local(DoublingJob(7, end), range(10), 1)
    assert [next(results) for _ in range(7)] == list(range(0, 14, 2))
    with pytest.raises(WorkerDied, match=r"^number 7 ended with exit code 3\.$"):
        next(results)
    assert not active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_worker_that_dies_while_an_agent_decides_is_replaced(jobs: int) -> None:
    results = list(run_local(DoublingJob(3, end_deciding), range(10), jobs))
    assert sorted(results) == sorted([-11, *(2 * number for number in range(10) if number != 3)])
    assert not active_children()


def test_closing_the_generator_ends_the_workers() -> None:
    results = run_local(DoublingJob(), range(10), 2)
    next(results)
    assert len(active_children()) == 2
    results.close()
    assert not active_children()


def test_a_program_needs_no_main_guard(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    lines = ["from kontor.arena.workers import run_local", "from tests.arena.test_workers import DoublingJob"]
    program.write_text("\n".join([*lines, "print(sum(run_local(DoublingJob(), range(4), 2)))"]), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, program], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("12\n", "")


def test_lost_games_of_a_simulation_are_named() -> None:
    config = SimulationConfig({"game": "hansa"}, ["light"] * 4, 100)
    with pytest.raises(WorkerDied, match="games 11 to 20 was killed by signal 9"):
        config.on_failure(range(10, 20), WorkerFailure("was killed by signal 9"))


def test_the_status_has_moves_only_during_a_decision() -> None:
    status = WorkerStatus()
    status.start_game()
    status.record_move(4)
    assert status.moves() is None
    status.begin_decision(60)
    assert status.moves() == [4]
    assert not status.is_overdue()
    status.end_decision()
    assert status.moves() is None
    status.begin_decision(-60)
    assert status.is_overdue()
    status.shared.count = MAX_MOVES + 1
    assert status.moves() is None


@pytest.mark.skipif(os.name == "nt", reason="a process is killed by a signal")
def test_a_busy_worker_ends_with_the_process_that_started_it() -> None:
    code = """
import time
from kontor.arena.workers import Worker
from tests.arena.test_workers import DoublingJob
worker = Worker(DoublingJob(special=3))
assert worker.run(1) == 2
worker.submit(3)
print("submitted", flush=True)
time.sleep(600)
"""
    line, pipe = [sys.executable, "-c", code], subprocess.PIPE
    with subprocess.Popen(line, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"submitted\n"
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=20)  # the worker has inherited the other end of these pipes

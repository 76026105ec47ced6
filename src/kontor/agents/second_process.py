"""A second process that searches the same position with other random numbers, for a machine with a free core.

The root of both trees has the same plans in the same order, so the visits of the plans can be added.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from typing import IO, Any

from kontor.core import registry
from kontor.core.values import PositionBytes

LOAD_FILE = Path("/proc/loadavg")
SIMULATIONS = 16  # between two looks for a message
WAIT_SECONDS = 0.2  # for the visits of the other process; without them the own ones decide


@dataclass(frozen=True)
class SearchRequest:
    """What the second process searches, and for how long."""

    setup: Mapping[str, Any]
    view: bytes
    style: str
    seed: int
    options: Sequence[int]
    seconds: float


def has_free_core() -> bool:
    """Return whether fewer processes are running than there are cores; False where the system does not tell."""
    try:
        running = int(LOAD_FILE.read_text().split()[3].partition("/")[0])
        return running < len(os.sched_getaffinity(0))
    except (OSError, AttributeError, IndexError, ValueError):
        return False


class SecondProcess:
    """The second process of this one; it ends when its input is closed."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", f"from {__name__} import main; main()"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.has_started = False

    def is_ready(self) -> bool:
        """Return whether the process has started; it then waits for a search."""
        assert self.process.stdout is not None
        if not self.has_started and select([self.process.stdout], [], [], 0)[0]:
            self.has_started = pickle.load(self.process.stdout) is None
        return self.has_started

    def start(self, request: SearchRequest) -> None:
        """Start a search."""
        assert self.process.stdin is not None
        send(self.process.stdin, request)

    def visits(self) -> list[int]:
        """End the search and return the visits of every plan at the root."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        send(self.process.stdin, None)
        if not select([self.process.stdout], [], [], WAIT_SECONDS)[0]:
            raise TimeoutError("the second process does not answer.")
        found: list[int] = pickle.load(self.process.stdout)
        return found

    def end(self) -> None:
        """End the process."""
        with suppress(OSError):
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


def send(pipe: IO[bytes], message: object) -> None:
    """Write a message to the other process."""
    pipe.write(pickle.dumps(message))
    pipe.flush()


def main() -> None:
    """Answer requests until the input is closed."""
    # Without a buffer, `select` sees every message that has not been read.
    with (
        open(sys.stdin.fileno(), "rb", buffering=0) as requests,
        open(sys.stdout.fileno(), "wb", buffering=0) as replies,
        suppress(EOFError, KeyboardInterrupt, BrokenPipeError),
    ):
        send(replies, None)  # ready
        while True:
            visits = searched(pickle.load(requests), requests)
            pickle.load(requests)  # the end of the search
            send(replies, visits)


def searched(request: SearchRequest, messages: IO[bytes]) -> list[int]:
    """Search until the time is over or a message arrives; return the visits of every plan at the root."""
    until = time.perf_counter() + request.seconds
    game = registry.shared_game(request.setup)
    tree = game.tree(PositionBytes(request.view), request.style, request.seed, request.options)
    while time.perf_counter() < until and not select([messages], [], [], 0)[0]:
        tree.run_simulations(SIMULATIONS)
    return [visits for _, visits, _ in tree.choices()]

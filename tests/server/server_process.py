"""`kontor serve` as a process of its own, which can be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PATIENCE = 60.0
KONTOR = Path(sys.executable).with_name("kontor")


class ServerProcess:
    """A server in a process of its own; its log is kept over all starts."""

    def __init__(self, log: IO[str], *options: object, **settings: object) -> None:
        self.call = [str(KONTOR), "serve", "--port", "0", *map(str, options)]
        self.environment = {f"KONTOR_SERVER_{name.upper()}": str(value) for name, value in settings.items()}
        self.address: str | None = None
        self._log = log
        self._process: subprocess.Popen[str] | None = None

    @property
    def process(self) -> subprocess.Popen[str]:
        """The process that was started last."""
        assert self._process is not None
        return self._process

    def launch(self) -> None:
        """Start the process without waiting."""
        environment = {**os.environ, **self.environment}
        self._process = subprocess.Popen(
            self.call, stdout=subprocess.PIPE, stderr=self._log, text=True, env=environment
        )

    def start(self) -> str:
        """Start, and wait until it prints its address."""
        self.launch()
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None, self.log()[-2000:]
        self.address = found[0]
        return self.address

    def kill(self) -> None:
        """Kill the process, and check that its workers end too."""
        if self._process is None:
            return
        self.address = None
        children = children_of(self._process.pid)
        self._process.kill()
        self._reap()
        deadline = time.monotonic() + PATIENCE
        while any(is_running(child) for child in children):
            assert time.monotonic() < deadline, "workers outlive their server"
            time.sleep(0.01)

    def stop(self) -> None:
        """Ask the process to stop gracefully, and check that it does."""
        self.address = None
        self.process.send_signal(signal.SIGTERM)
        assert self._reap() in (0, -signal.SIGTERM)

    def _reap(self) -> int:
        with self.process as process:
            self._process = None
            return process.wait(PATIENCE)

    def log(self) -> str:
        """Return everything that was logged so far."""
        self._log.seek(0)
        return self._log.read()


@contextmanager
def server_process(*options: object, **settings: object) -> Iterator[ServerProcess]:
    """Create a server that can be started, and kill it at the end."""
    with tempfile.TemporaryFile("a+") as log:
        server = ServerProcess(log, *options, **settings)
        try:
            yield server
        finally:
            server.kill()


def children_of(pid: int) -> list[int]:
    """Return the child processes of a process, where the system lists them."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []


def is_running(pid: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False

"""A Ray cluster of two nodes on this machine, and the processes of a session."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

# Ray takes a node to an address that others reach, even when it is told 127.0.0.1.
RAY = "from ray._private import services; services.get_node_ip_address = lambda address=None: '127.0.0.1'; "
RAY += "from ray.scripts.scripts import main; main()"
NODE = ["--block", "--node-ip-address=127.0.0.1", "--num-cpus=1", "--include-log-monitor=false"]
NODE += ["--object-store-memory=80000000", "--disable-usage-stats"]
HEAD = ["--head", "--port=0", "--include-dashboard=false", "--no-monitor"]
PARTICIPANT = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""What programs that use a cluster need beside its token; nodes must not have it."""
PATIENCE = 90.0


@dataclass(frozen=True)
class RunningCluster:
    """A cluster of two nodes, each with one CPU."""

    address: str
    head: Popen[str]
    node: Popen[str]


def new_token() -> dict[str, str]:
    """Return the variables that nodes and users of a new cluster have in common."""
    return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "PYTHONUNBUFFERED": "1"}


@contextmanager
def running_cluster(environment: dict[str, str]) -> Iterator[RunningCluster]:
    """Run two nodes that only this machine can reach."""
    folder = Path(tempfile.mkdtemp(prefix="ray-"))  # short, since the paths of sockets must be
    try:
        with started(RAY, ["start", *HEAD, f"--temp-dir={folder}", *NODE], environment) as head:
            await_node(head)
            address = awaited(lambda: read(folder / "ray_current_cluster"))
            with started(RAY, ["start", f"--address={address}", *NODE], environment) as node:
                await_node(node)
                yield RunningCluster(address, head, node)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def await_node(process: Popen[str]) -> None:
    """Wait until a node has started."""
    assert process.stdout is not None
    assert any("Ray runtime started" in line for line in process.stdout)


@contextmanager
def started(code: str, line: list[str], environment: dict[str, str]) -> Iterator[Popen[str]]:
    """Run a Python process in its own session and check that no process of the session is left."""
    process = Popen(
        [sys.executable, "-c", code, *line],
        env=environment,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
        left = remaining(process.pid)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
    assert left == []


def remaining(session: int) -> list[int]:
    """Return the processes of a session that do not end within a few seconds."""
    deadline = time.monotonic() + 15
    while (left := processes(session)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return left


def processes(session: int) -> list[int]:
    """Return the processes of a session, without zombies."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        state, _, _, own_session, *_ = (read(path).rpartition(")")[2] or "Z 0 0 0").split()
        if int(own_session) == session and state != "Z":
            found.append(int(path.parent.name))
    return found


def read(path: Path) -> str:
    """Return the content of a file, empty if it does not exist."""
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def awaited(answer: Callable[[], str]) -> str:
    """Return the first answer that is not empty."""
    deadline = time.monotonic() + PATIENCE
    while not (found := answer()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return found

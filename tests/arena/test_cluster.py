"""Protects the cluster engine: two Ray nodes play the same games as this machine, and no process is left over."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kontor.arena.cluster import check_node, identity_of_kontor
from kontor.arena.records import ArenaError
from tests.arena import faulty_agents
from tests.arena.test_tournament import without_times
from tests.cli.commands import INTERRUPTIBLE, printed

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes and sockets are looked up in /proc")

# Ray takes a node to an address that others reach, even when it is told 127.0.0.1.
RAY = "from ray._private import services; services.get_node_ip_address = lambda address=None: '127.0.0.1'; "
RAY += "from ray.scripts.scripts import main; main()"
NODE = ["--block", "--node-ip-address=127.0.0.1", "--num-cpus=1", "--include-log-monitor=false"]
NODE += ["--object-store-memory=80000000", "--disable-usage-stats"]
HEAD = ["--head", "--port=0", "--include-dashboard=false", "--no-monitor"]
PATIENCE = 90.0


@dataclass(frozen=True)
class Cluster:
    """A running cluster: its address, and the environment of participants."""

    address: str
    environment: dict[str, str]

    def answer(self, *line: object) -> Any:
        """Return the JSON that kontor prints after playing on the cluster."""
        line = (*line, "--engine", "ray", "--ray-address", self.address, "--jobs", 2, "--json")
        with started(INTERRUPTIBLE, list(map(str, line)), self.environment) as process:
            stdout, stderr = process.communicate(timeout=PATIENCE)
        assert (process.returncode, stderr) == (0, "")
        return json.loads(stdout)


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    """Return an environment with a token."""
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    return {**os.environ, **token, "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="module")
def cluster(environment: dict[str, str]) -> Iterator[Cluster]:
    """Run two nodes on this machine that only this machine can reach."""
    folder = Path(tempfile.mkdtemp(prefix="ray-"))  # short, since the paths of sockets must be
    try:
        with started(RAY, ["start", *HEAD, f"--temp-dir={folder}", *NODE], environment) as head:
            await_node(head)
            address = awaited(lambda: read(folder / "ray_current_cluster"))
            with started(RAY, ["start", f"--address={address}", *NODE], environment) as node:
                await_node(node)
                yield Cluster(address, {**environment, "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"})
    finally:
        shutil.rmtree(folder)


def await_node(process: subprocess.Popen[str]) -> None:
    """Wait until a node has started."""
    assert process.stdout is not None
    assert any("Ray runtime started" in line for line in process.stdout)


@contextmanager
def started(code: str, line: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Run a Python process in its own session and check that no process of the session is left."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *line],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
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


def listening(session: int) -> set[str]:
    """Return the addresses, in hexadecimal, on which processes of a session listen."""
    sockets = {inode(link) for pid in processes(session) for link in Path(f"/proc/{pid}/fd").glob("*")}
    rows = [row.split() for table in ("tcp", "tcp6") for row in read(Path(f"/proc/net/{table}")).splitlines()[1:]]
    return {row[1].partition(":")[0] for row in rows if row[3] == "0A" and row[9] in sockets}


def inode(link: Path) -> str:
    """Return the inode of the socket of an open file, if it is one."""
    try:
        return os.readlink(link).removeprefix("socket:[").rstrip("]")
    except OSError:
        return ""


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


ROAMING = """
import os
from pathlib import Path
from kontor.core.agent import Uniform

class Roaming(Uniform):
    def choose(self, game, view, budget, generator):
        (Path({folder!r}) / os.environ.get("RAY_RAYLET_PID", "here")).touch()
        return super().choose(game, view, budget, generator)
"""


def test_a_tournament_on_two_nodes(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the nodes stand elsewhere, so the agents' files have to travel
    seen = tmp_path / "seen"
    seen.mkdir()
    Path("roaming.py").write_text(ROAMING.format(folder=str(seen)), encoding="utf-8")
    shutil.copy(faulty_agents.__file__, "faulty.py")
    agents = "light,roaming.py:Roaming,faulty.py:Quitting"
    line = ["tournament", "hansa", "--players", 2, "--agents", agents, "--games", 1, "--seed", 5]
    there = cluster.answer(*line, "--records", tmp_path / "there", "--resume", tmp_path / "checkpoint")
    here = printed(*line, "--records", tmp_path / "here")
    assert without_times(there) == without_times(here)
    assert (there["games"], there["void"], there["faults"][0]["kind"]) == (6, 4, "died")
    assert contents(tmp_path / "there") == contents(tmp_path / "here")
    assert len((tmp_path / "checkpoint").read_text(encoding="utf-8").splitlines()) == 7
    assert len(list(seen.iterdir())) == 3


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_simulation_on_two_nodes(cluster: Cluster, tmp_path: Path) -> None:
    line = ["simulate", "teutonica", "--players", 3, "--games", 50, "--seed", 5]
    there = cluster.answer(*line, "--records", tmp_path / "there")
    here = printed(*line, "--records", tmp_path / "here")
    assert there["hash"] == here["hash"]
    assert there["seats"] == here["seats"]
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


@pytest.mark.soak
def test_a_local_cluster_listens_only_locally_and_ends_with_ctrl_c(
    environment: dict[str, str], tmp_path: Path
) -> None:
    checkpoint = tmp_path / "checkpoint"
    line = ["tournament", "hansa", "--agents", "light", "--games", "1000000", "--resume", str(checkpoint)]
    with started(INTERRUPTIBLE, [*line, "--engine", "ray", "--jobs", "2", "--json"], environment) as process:
        awaited(lambda: "enough" if read(checkpoint).count("\n") > 3 else "")
        addresses = listening(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        stdout, stderr = process.communicate(timeout=PATIENCE)
        assert remaining(process.pid) == []
    assert addresses
    assert all(address.endswith("0100007F") for address in addresses)
    result = json.loads(stdout)
    assert process.returncode == 130
    assert result["games"] >= 3
    assert stderr == f"kontor: interrupted after {result['games']} of 1000000 games.\n"


def test_a_cluster_requires_its_token(cluster: Cluster, tmp_path: Path) -> None:
    stranger = {**cluster.environment, "RAY_AUTH_TOKEN": "", "HOME": str(tmp_path)}
    line = ["simulate", "hansa", "--engine", "ray", "--ray-address", cluster.address]
    with started(INTERRUPTIBLE, line, stranger) as process:
        stdout, stderr = process.communicate(timeout=PATIENCE)
    assert (process.returncode, stdout) == (2, "")
    assert "cannot be joined; this machine must be a node of it and know its token" in stderr
    assert stderr.count("\n") == 1


def test_nodes_with_another_kontor_or_none_are_refused() -> None:
    ours = identity_of_kontor()()
    assert ours is not None
    check_node("10.0.0.7", ours, ours)
    with pytest.raises(ArenaError, match=r"the Ray node 10\.0\.0\.7 has no kontor; install kontor 0"):
        check_node("10.0.0.7", None, ours)
    with pytest.raises(ArenaError, match=r"has kontor 0\.0\.1 \(abc\), not 0"):
        check_node("10.0.0.7", "0.0.1 (abc)", ours)

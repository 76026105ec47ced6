"""Protects the cluster engine: two Ray nodes play the same games as this machine, and no process is left over."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kontor.arena.cluster import check_node, identity_of_kontor
from kontor.arena.records import ArenaError
from tests.arena import faulty_agents
from tests.arena.test_tournament import without_times
from tests.cli.commands import INTERRUPTIBLE, printed
from tests.ray_cluster import (
    PARTICIPANT,
    PATIENCE,
    awaited,
    new_token,
    processes,
    read,
    remaining,
    running_cluster,
    started,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes and sockets are looked up in /proc")


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
    return {**os.environ, **new_token()}


@pytest.fixture(scope="module")
def cluster(environment: dict[str, str]) -> Iterator[Cluster]:
    """Run two nodes."""
    with running_cluster(environment) as running:
        yield Cluster(running.address, environment | PARTICIPANT)


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

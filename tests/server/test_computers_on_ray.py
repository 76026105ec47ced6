"""Computer players of a server on a real Ray cluster play on when workers, nodes and the cluster are killed."""

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.ray_cluster import PARTICIPANT, RunningCluster, new_token, processes, read, running_cluster
from tests.server.load_players import PlayerGroup
from tests.server.log_audit import audit, read_sqlite
from tests.server.server_process import server_process
from tests.server.test_faults import SETTINGS

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.soak,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc"),
]

WORKERS = 2
KILLS = 5
PATIENCE = 180.0


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Set the variables with which all programs find the same token, and return those of the nodes."""
    token = new_token()
    nodes = {**os.environ, **token}
    for name, value in {**token, **PARTICIPANT}.items():
        monkeypatch.setenv(name, value)
    return nodes


async def reached(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(condition):
            await asyncio.sleep(0.2)


def cluster_workers(address: str) -> int:
    """Return how many workers the server has at the cluster."""
    return int(float(re.findall(r"(?m)^kontor_cluster_workers (\S+)", httpx.get(f"{address}/metrics").text)[0]))


def worker_processes(cluster: RunningCluster) -> list[int]:
    """Return the worker processes that actors supervise."""
    every = [*processes(cluster.head.pid), *processes(cluster.node.pid)]
    return [pid for pid in every if "multiprocessing.spawn" in read(Path(f"/proc/{pid}/cmdline"))]


async def test_computers_play_on_whatever_happens_to_the_cluster(tmp_path: Path, environment: dict[str, str]) -> None:
    with running_cluster(environment) as cluster:
        settings = {**SETTINGS, "workers": WORKERS}
        with server_process("--data", tmp_path, "--computers", f"ray://{cluster.address}", **settings) as server:
            address = await asyncio.to_thread(server.start)
            group, begun = PlayerGroup([server], 8, 1), time.monotonic()
            async with group.playing():
                await reached(lambda: cluster_workers(address) == WORKERS)
                for _ in range(KILLS):
                    await group.wait_for_moves(20)
                    for pid in worker_processes(cluster):
                        os.kill(pid, signal.SIGKILL)
                await group.wait_for_moves(50)
                os.killpg(cluster.node.pid, signal.SIGKILL)
                await group.wait_for_moves(50)
                os.killpg(cluster.head.pid, signal.SIGKILL)
                await reached(lambda: cluster_workers(address) == 0)
                await group.wait_for_moves(100)
            await asyncio.to_thread(server.stop)
            log = server.log()
            lost, seconds = log.count("worker.lost"), time.monotonic() - begun
            print(f"{lost} lost jobs, {group.outcomes()}, {seconds:.0f} s")
            audit(read_sqlite(tmp_path), group.tables())
    assert "cluster.joined" in log
    assert "cluster.unreachable" in log
    assert lost >= 1
    assert "agent.failed" not in log

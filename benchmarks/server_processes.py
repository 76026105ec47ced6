"""The processes of a load test: servers, their database, what they use, and how long their collectors pause."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

STOP_SECONDS = 30.0
DURABLE = "listen_addresses='127.0.0.1' max_connections=100 shared_buffers=64MB"
RAISED_LIMITS = {  # all players share one address here
    "address_factor": 1000,
    "sockets_per_address": 10_000,
    "guests_per_hour": 100_000,
    "anonymous_requests_at_once": 10_000,
    "tables_per_hour": 10_000,
}
BUCKET = re.compile(r'kontor_collector_pause_seconds_bucket\{le="([^"]+)"\} (\S+)')


@dataclass(frozen=True)
class RunningServers:
    """The servers of a test, and the process of their database if it is one of its own."""

    ports: list[int]
    processes: list[int]
    database: int | None

    def cpu_seconds(self) -> dict[str, float]:
        """Return the processor time that the servers and the database have used."""
        used = {"server": sum(map(cpu_seconds, self.processes))}
        return used if self.database is None else {**used, "database": cpu_seconds(self.database)}

    def peak_memory(self) -> float:
        """Return the peak memory of all servers in megabytes."""
        return sum(map(peak_memory, self.processes))

    def collector_pauses(self) -> Counter[float]:
        """Return how many pauses of the garbage collectors were at most so many seconds long, by these seconds."""
        counts: Counter[float] = Counter()
        for port in self.ports:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=STOP_SECONDS) as response:
                for limit, count in BUCKET.findall(response.read().decode()):
                    counts[float(limit)] += int(float(count))
        return counts


@contextmanager
def running_servers(
    folder: Path, nodes: int, postgres: bool, settings: Mapping[str, object], processes: int = 1
) -> Iterator[RunningServers]:
    """Run servers of some processes on SQLite, or on a PostgreSQL of their own that syncs every commit to disk."""
    with ExitStack() as stack:
        options, database = ["--data", str(folder)], None
        if postgres:
            sys.path.insert(0, str(Path(__file__).parents[1]))
            from tests.server.postgres import private_postgres

            made = stack.enter_context(private_postgres(DURABLE))
            options, database = ["--database", made.url], made.process
        options += ["--processes", str(processes)]
        servers = [stack.enter_context(running_server(folder / f"log{n}", options, settings)) for n in range(nodes)]
        yield RunningServers([port for port, _ in servers], [process for _, process in servers], database)


@contextmanager
def running_server(log_file: Path, options: list[str], settings: Mapping[str, object]) -> Iterator[tuple[int, int]]:
    """Run a server in its own process and return its port and process id."""
    call = [str(Path(sys.executable).with_name("kontor")), "serve", "--port", "0", *options]
    given = {f"KONTOR_SERVER_{name.upper()}": str(value) for name, value in {**RAISED_LIMITS, **settings}.items()}
    with log_file.open("w") as log:
        process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **given})
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+:(\d+)", process.stdout.readline())
            if found is None:
                raise SystemExit(f"the server did not start: {log_file.read_text()}")
            yield int(found[1]), process.pid
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)


def family(process: int) -> list[int]:
    """Return a process and all its descendants."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    children = map(int, listed.read_text().split()) if listed.exists() else ()
    return [process, *(each for child in children for each in family(child))]


def cpu_seconds(process: int) -> float:
    """Return the processor time of a process and its descendants, those included that have ended."""
    ticks = 0
    for member in family(process):
        stat = Path(f"/proc/{member}/stat")
        if stat.exists():
            ticks += sum(map(int, stat.read_text().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def peak_memory(process: int) -> float:
    """Return the peak memory of a process and its descendants in megabytes."""
    texts = [Path(f"/proc/{member}/status").read_text() for member in family(process)]
    return sum(int(found[1]) for text in texts if (found := re.search(r"VmHWM:\s+(\d+)", text))) / 1024

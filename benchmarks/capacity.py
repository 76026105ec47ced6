"""Computes from measured costs what a server for many players needs, and writes the page docs/capacity.md.

`python benchmarks/capacity.py` runs the measurements that are missing in build/capacity, each a call of `load.py`,
and writes the page; `--only NAME` runs one of them again, `--page` runs none. Measure on a machine that does nothing
else.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import date
from math import ceil
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Any, Final

from common import ROOT, machine, store, stored

from kontor.server.bus.bus import LocalBus, Notice, read_notice
from kontor.server.node import Node
from kontor.server.settings import Settings

CACHE: Final = ROOT / "build" / "capacity"
TEMPLATE: Final = ROOT / "benchmarks" / "capacity.template.md"
PAGE: Final = ROOT / "docs" / "capacity.md"
SPECTATORS: Final = 250
MEASUREMENTS: Final = {
    "SQLite, one process": "--tables 100 --rate 0",
    "SQLite, two processes": "--tables 100 --rate 0 --processes 2",
    "SQLite, one process, 250 spectators": f"--tables 1 --rate 5 --spectators {SPECTATORS}",
    "SQLite, one process, few moves": "--tables 1 --rate 5",
    "PostgreSQL, one node": "--tables 100 --rate 0 --postgres",
    "PostgreSQL, two nodes": "--tables 100 --rate 0 --postgres --nodes 2",
}
PLAYERS: Final = (1_000, 10_000, 100_000)
NOTICES: Final = 20_000


@dataclass(frozen=True)
class Assumptions:
    """What is not measured: how people play, and what a machine has and costs."""

    players_per_table: int = 3
    seconds_per_move: float = 8.0  # at a table
    spectators_per_table: float = 1.0
    used_share: float = 0.5  # of the processor, so that peaks and failures do no harm
    cores: int = 4  # of a machine
    memory_gb: float = 8.0
    euros: float = 15.0  # for a machine and a month
    table_mb: float = 0.25
    socket_mb: float = 0.06
    process_mb: float = 150.0
    state_kb: float = 9.0  # of a message with the state and the legal moves


@dataclass(frozen=True)
class Costs:
    """Milliseconds of processor time for a move: of a server, of its database, and for every spectator.

    `other_node` is that of every other node to which players or spectators of the table are connected, `notice` that
    of every process that only hears of the move.
    """

    server: float
    database: float
    spectator: float
    other_node: float
    notice: float


@dataclass(frozen=True)
class Need:
    """What a number of concurrent players needs."""

    players: int
    tables: float
    moves: float
    machines: int
    server_cores: float
    database_cores: float
    memory_gb: float
    megabits: float
    euros: float
    bottleneck: str


def costs_of(results: dict[str, dict[str, Any]]) -> Costs:
    """Return the costs with PostgreSQL, which every larger server uses."""
    one, two = results["PostgreSQL, one node"]["cpu_ms"], results["PostgreSQL, two nodes"]["cpu_ms"]
    watched, alone = (
        results[f"SQLite, one process, {name}"]["cpu_ms"]["server"] for name in ("250 spectators", "few moves")
    )
    spectator = max(0.0, watched - alone) / SPECTATORS
    other_node = max(0.0, two["server"] - one["server"])
    return Costs(one["server"], one["database"], spectator, other_node, notice_ms())


def notice_ms() -> float:
    """Return the milliseconds that the notice of a move takes where nobody has the table, without receiving it."""
    with TemporaryDirectory() as folder:
        node = Node(Settings(data=Path(folder), workers=1))
        assert isinstance(node.bus, LocalBus)
        text = Notice(
            "table", 7, node="other", entries=((7, "move", 1, "player", "place a--b.1 t", 1, None, 5),)
        ).text()
        began = time.process_time()
        for _ in range(NOTICES):
            node.bus.dispatch(read_notice(text))
        return 1000 * (time.process_time() - began) / NOTICES


def need_of(players: int, costs: Costs, given: Assumptions) -> Need:
    """Return what a number of players needs; a machine more costs notices of all moves, so machines are iterated."""
    tables = players / given.players_per_table
    moves = tables / given.seconds_per_move
    watching = tables * given.spectators_per_table
    connected = given.players_per_table + given.spectators_per_table
    machines = 1
    memory = (tables * given.table_mb + (players + watching) * given.socket_mb) / 1000
    database = moves * costs.database / 1000 / given.used_share
    while True:
        processes = machines * given.cores
        own = costs.server + given.spectators_per_table * costs.spectator
        serving = machines * (1 - (1 - 1 / machines) ** connected)  # machines to which a table is connected
        spread = costs.other_node * (serving - 1) + costs.notice * (processes - serving)
        cores = moves * (own + spread) / 1000 / given.used_share
        used = memory + processes * given.process_mb / 1000
        needed = max(ceil(cores / given.cores), ceil(used / given.memory_gb))
        if needed <= machines or machines >= 1000:
            break
        machines += 1
    database_machines = ceil(database / given.cores) if machines > 1 else 0
    bits = moves * connected * given.state_kb * 8 / 1000
    share = costs.notice * (processes - serving) / (own + spread)
    return Need(
        players=players,
        tables=tables,
        moves=moves,
        machines=machines,
        server_cores=cores,
        database_cores=database,
        memory_gb=used,
        megabits=bits,
        euros=(machines + database_machines) * given.euros,
        bottleneck=bottleneck(machines, cores, database, share, given),
    )


def bottleneck(machines: int, cores: float, database: float, notices: float, given: Assumptions) -> str:
    """Return what is exhausted first if there are more players."""
    if database > given.cores:
        return "one database server: moves have to be distributed over several databases"
    if notices > given.used_share:
        return "notices, which every node receives: tables have to be distributed over groups of nodes"
    if machines > 1:
        return "the processors of the nodes: add machines"
    return "one core: add processes" if cores <= 1 else "the cores of one machine: add machines and PostgreSQL"


def predicted(result: dict[str, Any], processes: int, cores: int) -> float:
    """Return the moves per second at which the processes, or all cores of the measured machine, are exhausted."""
    spent: dict[str, float] = result["cpu_ms"]
    return min(1000 * processes / spent["server"], 1000 * cores / sum(spent.values()))


def measure(name: str, seconds: float) -> None:
    """Run a measurement in a process of its own, and store its result."""
    CACHE.mkdir(parents=True, exist_ok=True)
    call = [sys.executable, str(ROOT / "benchmarks" / "load.py"), *shlex.split(MEASUREMENTS[name])]
    print(f"{name}: load.py {MEASUREMENTS[name]}", file=sys.stderr)
    subprocess.run([*call, "--seconds", str(seconds), "--result", str(file_of(name))], check=False)
    if (result := stored(file_of(name))) is None:
        raise SystemExit(f"{name} was not measured")
    store(file_of(name), {**result, "date": date.today().isoformat(), "machine": machine()})


def file_of(name: str) -> Path:
    """Return the file of a measurement."""
    return CACHE / f"{name.replace(', ', '-').replace(' ', '-')}.json"


def measured_rows(results: dict[str, dict[str, Any]], cores: int) -> str:
    """Return the measurements as rows of a table, with what the model predicts."""
    rows = []
    for name, result in results.items():
        spent, saturated = result["cpu_ms"], " --rate 0" in MEASUREMENTS[name]
        processes = 2 if "two" in name else 1
        model = f"{predicted(result, processes, cores):.0f}" if saturated else ""
        database = f"{spent['database']:.2f}" if "database" in spent else ""
        rows.append(
            f"| {name} | {result['moves_per_second']:.0f} | {model} | {result['p50_ms']:.0f} "
            f"| {result['p99_ms']:.0f} | {spent['server']:.2f} | {database} | {spent['client']:.2f} "
            f"| {result['memory_mb']:.0f} | {result['load_average']:.1f} | `load.py {MEASUREMENTS[name]}` |"
        )
    return "\n".join(rows)


def need_rows(costs: Costs, given: Assumptions) -> str:
    """Return what each number of players needs as rows of a table."""
    return "\n".join(
        f"| {need.players:,} | {need.moves:,.0f} | {need.server_cores:.1f} | {need.machines} "
        f"| {need.moves:,.0f} | {need.database_cores:.1f} | {need.memory_gb:.1f} | {need.megabits:,.0f} "
        f"| {need.euros:,.0f} | {need.bottleneck} |"
        for need in (need_of(players, costs, given) for players in PLAYERS)
    )


def page(results: dict[str, dict[str, Any]]) -> str:
    """Return the page."""
    given, costs = Assumptions(), costs_of(results)
    last = max(results.values(), key=lambda result: str(result["date"]))
    cores = int(last["machine"].partition(" cores")[0].rpartition(" ")[2])
    return Template(TEMPLATE.read_text()).substitute(
        {**vars(given)} | {f"{name}_ms": f"{value:.3g}" for name, value in vars(costs).items()},
        machine=last["machine"],
        date=last["date"],
        used_percent=f"{100 * given.used_share:.0f}",
        measured=measured_rows(results, cores),
        needs=need_rows(costs, given),
    )


def main() -> None:
    """Measure what is missing and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=MEASUREMENTS, help="measure this again")
    parser.add_argument("--page", action="store_true", help="measure nothing")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each measurement")
    options = parser.parse_args()
    for name in MEASUREMENTS:
        if name == options.only or (options.only is None and not options.page and not file_of(name).exists()):
            measure(name, options.seconds)
    results = {name: result for name in MEASUREMENTS if (result := stored(file_of(name))) is not None}
    if missing := MEASUREMENTS.keys() - results.keys():
        raise SystemExit(f"not measured: {', '.join(sorted(missing))}")
    PAGE.write_text(page(results))


if __name__ == "__main__":
    main()

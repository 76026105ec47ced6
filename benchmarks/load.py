"""Plays at many tables of `kontor serve` at the same time and measures how long moves take to be acknowledged.

Every table has a human player on every seat, each with a connection for requests and a live socket that receives the
whole state. All players are connected before the clock starts. A move is chosen from the legal list the server has
sent, and is due at a fixed moment; its time counts from that moment, so that delays of the server are fully counted.
With `--rate 0` every table moves as soon as it can. `--postgres` measures a PostgreSQL of its own instead of SQLite,
`--nodes` several servers on it, over which the players of every table are distributed. `--find-ceiling` raises the
rate until the goals for rate, p99 and errors are missed, then halves the rest, and prints a table of all attempts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import tempfile
import time
from collections.abc import Coroutine, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import uvloop
from ceiling import Attempt, CeilingSearch, heading, row
from common import machine, processor_ticks, stolen_share, store
from load_client import Results, Table
from server_processes import RunningServers, running_servers

SETUP = {"game": "teutonica"}
CONCURRENT_TABLES = 16  # tables opened at the same time
MOVES_PER_SECOND, P99_MS, MEMORY_MB = 150, 300, 700  # the goals
KEPT_UP = 0.97  # the part of the wanted rate that has to be reached
PERCENTILES = (50, 95, 99, 100)


async def run_limited(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Run all coroutines, a few at a time."""
    limit = asyncio.Semaphore(CONCURRENT_TABLES)

    async def one(part: Coroutine[Any, Any, None]) -> None:
        async with limit:
            await part

    await asyncio.gather(*map(one, work))


async def join(servers: RunningServers, options: argparse.Namespace) -> list[Table]:
    """Connect all players."""
    setup = {**SETUP, "players": options.players}
    tables = [Table(Results(), seed, setup, options.spectators) for seed in range(options.tables)]
    ports = servers.ports
    await run_limited([t.join([*ports[n % len(ports) :], *ports[: n % len(ports)]]) for n, t in enumerate(tables)])
    return tables


async def measure(servers: RunningServers, tables: list[Table], rate: float, seconds: float) -> dict[str, Any]:
    """Play for a while, and return the result."""
    results = Results()
    for table in tables:
        table.results, table.problems = results, []
    pauses = await asyncio.to_thread(servers.collector_pauses)
    pause = len(tables) / rate if rate else 0.0
    ticks = processor_ticks()
    begin, used = time.perf_counter() + 1.0, {**servers.cpu_seconds(), "client": time.process_time()}
    starts = [begin + pause * n / len(tables) for n in range(len(tables))]
    pairs = zip(tables, starts, strict=True)
    await asyncio.gather(*(table.play(start, begin + seconds, pause) for table, start in pairs))
    measured = time.perf_counter() - begin
    used = {
        name: total - used[name] for name, total in {**servers.cpu_seconds(), "client": time.process_time()}.items()
    }
    stolen = stolen_share(ticks, processor_ticks())
    await asyncio.sleep(1.0)
    await run_limited([table.check() for table in tables])
    pauses = await asyncio.to_thread(servers.collector_pauses) - pauses
    problems = [problem for table in tables for problem in table.problems]
    return {
        **figures(results, measured),
        "rate": rate,
        "cpu_ms": {name: 1000 * spent / max(1, len(results.acknowledged)) for name, spent in used.items()},
        "stolen": stolen,
        "pauses": pauses[float("inf")],
        "longest_pause_ms": longest_ms(pauses),
        "memory_mb": servers.peak_memory(),
        "problems": problems,
    }


def figures(results: Results, seconds: float) -> dict[str, Any]:
    """Return the figures of measured times."""
    found: dict[str, Any] = {
        "seconds": seconds,
        "moves": len(results.acknowledged),
        "moves_per_second": len(results.acknowledged) / seconds,
        "rejected": results.rejected,
        "games_ended": results.games_ended,
    }
    for name, measured in (("", sorted(results.acknowledged)), ("received_", sorted(results.received))):
        for percentile in PERCENTILES:
            place = min(len(measured) - 1, len(measured) * percentile // 100)
            found[f"{name}p{percentile}_ms"] = 1000 * measured[place] if measured else 0.0
    return found


def longest_ms(pauses: dict[float, int]) -> float:
    """Return the milliseconds that no pause exceeded, given how many were at most so many seconds long."""
    every = max(pauses.values(), default=0)
    return 1000 * min((limit for limit, count in pauses.items() if count == every), default=0.0)


async def find_ceiling(servers: RunningServers, tables: list[Table], options: argparse.Namespace) -> dict[str, Any]:
    """Return the result with the highest rate that meets the goals, with a summary of all attempts."""

    async def attempt(rate: float) -> Attempt:
        result = await measure(servers, tables, rate, options.seconds)
        await run_limited([table.recover() for table in tables if table.problems])
        return Attempt(rate, result, missed_goals({**result, "memory_mb": 0}, rate * KEPT_UP, options.p99))

    print(heading())
    search = CeilingSearch(attempt, lambda made: print(row(made), flush=True))
    best = await search.run(options.rate)
    if best is None:
        raise SystemExit("no rate meets the goals")
    attempts = [{**made.result, "missed": made.missed} for made in search.attempts]
    return {**best.result, "attempts": attempts}


def missed_goals(result: dict[str, Any], rate: float, p99: float) -> list[str]:
    """Return the goals that were missed."""
    missed = [f"only {result['moves_per_second']:.1f} moves/s"] if result["moves_per_second"] < rate else []
    missed += [f"p99 is {result['p99_ms']:.1f} ms"] if result["p99_ms"] >= p99 else []
    missed += [f"memory is {result['memory_mb']:.0f} MB"] if result["memory_mb"] >= MEMORY_MB else []
    return missed + [
        f"{len(result['problems'])} problems, the first: {problem}" for problem in result["problems"][:1]
    ]


def report_text(options: argparse.Namespace, result: dict[str, Any], load: float) -> str:
    """Return the result as text."""
    database = f"PostgreSQL, {options.nodes} node(s)" if options.postgres else "SQLite"
    database += f", {options.processes} process(es)"
    cpu = ", ".join(f"{name} {spent:.2f}" for name, spent in result["cpu_ms"].items())
    longest = result["longest_pause_ms"]
    return "\n".join(
        [
            f"{date.today().isoformat()}, {machine()}; load average before: {load:.1f}; "
            f"the host gave {result['stolen']:.0%} of the processors to other machines",
            f"{database}, {options.tables} tables, "
            f"{options.tables * (options.players + options.spectators)} sockets, "
            f"{result['rate']:.0f} moves/s asked for",
            f"{result['moves']} moves in {result['seconds']:.1f} s: {result['moves_per_second']:.1f} moves/s; "
            f"{result['rejected']} rejected (409), {result['games_ended']} games ended",
            f"acknowledged {percentiles_text(result, '')}",
            f"received by all {percentiles_text(result, 'received_')}",
            f"processor time per move in ms: {cpu}",
            f"garbage collector: {result['pauses']} pauses, each at most {longest:g} ms; "
            f"memory {result['memory_mb']:.0f} MB",
        ]
    )


def percentiles_text(result: dict[str, Any], name: str) -> str:
    """Return percentiles as text."""
    return ", ".join(f"p{percentile} {result[f'{name}p{percentile}_ms']:.1f} ms" for percentile in PERCENTILES)


async def run(servers: RunningServers, options: argparse.Namespace) -> dict[str, Any]:
    """Connect all players and measure once, or find the highest rate."""
    tables = await join(servers, options)
    if options.find_ceiling:
        return await find_ceiling(servers, tables, options)
    return await measure(servers, tables, options.rate, options.seconds)


def read_options() -> argparse.Namespace:
    """Return the options of the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--spectators", type=int, default=0, help="at every table")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=160.0, help="moves a second at all tables together")
    parser.add_argument("--postgres", action="store_true", help="use a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--nodes", type=int, default=1, help="servers; more than one needs --postgres")
    parser.add_argument("--processes", type=int, default=1, help="processes of every server")
    parser.add_argument("--find-ceiling", action="store_true", help="raise the rate until the goals are missed")
    parser.add_argument("--result", type=Path, help="a file into which the figures are written as JSON")
    parser.add_argument("--p99", type=float, default=P99_MS, help="the goal for the 99th percentile in milliseconds")
    parser.add_argument(
        "--setting", action="append", default=[], metavar="NAME=VALUE", help="a setting of the server"
    )
    options = parser.parse_args()
    if options.find_ceiling and options.rate <= 0:
        parser.error("--find-ceiling needs a rate to begin with")
    if options.nodes > 1 and not options.postgres:
        parser.error("several nodes need --postgres")
    return options


def main() -> None:
    """Measure and print the result; the exit status says whether the goals were met."""
    options = read_options()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that it stops its servers too
    load, settings = os.getloadavg()[0], dict(setting.split("=", 1) for setting in options.setting)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_servers(Path(folder), options.nodes, options.postgres, settings, options.processes) as servers,
    ):
        result = uvloop.run(run(servers, options))
    if options.find_ceiling:
        print(f"highest rate that meets the goals: {result['rate']:.0f} moves/s")
    print(report_text(options, result, load))
    if options.result is not None:
        store(options.result, {**result, "load_average": load})
    if options.find_ceiling:
        return
    missed = missed_goals(result, min(MOVES_PER_SECOND, KEPT_UP * options.rate or MOVES_PER_SECOND), options.p99)
    print("; ".join(missed) or "every goal met, no error")
    raise SystemExit(1 if missed else 0)


if __name__ == "__main__":
    main()

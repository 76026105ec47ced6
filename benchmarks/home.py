"""Measures the home page with many tables.

The database gets 10,000 tables, of which one account has 2,000 finished and 40 running games. `--database` measures
another database than SQLite.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from pathlib import Path

import structlog
from common import machine

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.live_server import LiveServer, live_server
from tests.server.many_tables import counted_queries, fill, median_ms

MEDIAN_MS = 50  # the goal
QUIET = {"sweep_seconds": 3600.0}  # tables were added beside the server, which would look for work in all of them


async def measure_home(server: LiveServer, tables: int, finished: int, requests: int) -> None:
    """Print the median of the home page and the number of its queries."""
    client = await server.sign_in("Anneke")
    await fill(server.node, client.id, tables, finished)
    await server.node.result_backfill.stop()
    await median_ms(client, "/api/home", 5)
    with counted_queries(server.node) as statements:
        await server.node.home.home(client.id)
    began = time.process_time()
    median = await median_ms(client, "/api/home", requests)
    processor = 1000 * (time.process_time() - began) / requests
    verdict = "reached" if median < MEDIAN_MS else "missed"
    print(f"home page: median {median:.1f} ms of {requests} requests, {len(statements)} queries; goal {verdict}")
    print(f"of these {processor:.1f} ms of processor time, including the client that asks")
    for path in ("/api/tables?which=finished&limit=10", "/api/tables?which=open&game=hansa&limit=10"):
        print(f"{path}: median {await median_ms(client, path, requests):.1f} ms")


async def run(arguments: argparse.Namespace) -> None:
    """Measure on a new database."""
    with tempfile.TemporaryDirectory() as folder:
        shared = {**QUIET, **({"database": arguments.database} if arguments.database else {})}
        async with live_server(Path(folder), requests_at_once=1e6, tables_per_hour=1e6, **shared) as server:
            await measure_home(server, arguments.tables, arguments.finished, arguments.requests)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--finished", type=int, default=2_000)
    parser.add_argument("--requests", type=int, default=50)
    parser.add_argument("--database", help="the URL of an empty PostgreSQL database; by default SQLite")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    print(machine())
    asyncio.run(run(arguments))


if __name__ == "__main__":
    main()

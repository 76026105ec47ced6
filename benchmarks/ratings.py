"""Measures how long the ratings of many finished games take to be recomputed from the log.

    python benchmarks/ratings.py [--games 100000] [--people 2000] [--database URL]

Without a database, a temporary embedded one is filled with random results.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.models import AccountRow, RatingLogRow, ResultRow, TableRow
from kontor.server.store.rating_log import compare, opened, read_log, rewrite

ROWS_AT_ONCE = 5000


async def fill(session: AsyncSession, games: int, people: int, seed: int) -> None:
    """Write accounts, tables and results of rated games with random places."""
    accounts = [{"id": f"a{n:07}", "name": f"Player {n}", "password": "-", "created_at": 0} for n in range(people)]
    await insert_all(session, AccountRow, accounts)
    await insert_all(session, TableRow, [table_values(n, accounts[0]["id"]) for n in range(1, games + 1)])
    rng = random.Random(seed)
    rows = [row for n in range(1, games + 1) for row in result_values(rng, n, people)]
    await insert_all(session, ResultRow, rows)
    await session.execute(update(RatingLogRow).values(sequence=games))


async def insert_all(session: AsyncSession, model: type[Any], rows: list[dict[str, Any]]) -> None:
    """Insert many rows."""
    for first in range(0, len(rows), ROWS_AT_ONCE):
        await session.execute(insert(model), rows[first : first + ROWS_AT_ONCE])


def table_values(number: int, host: str) -> dict[str, Any]:
    """Return the values of the row of a table whose game is over."""
    return {
        "id": f"t{number:07}",
        "host": host,
        "title": "",
        "setup": {"game": "teutonica"},
        "start": None,
        "revision": 1,
        "public": True,
        "undo": "own",
        "clock": None,
        "created_at": 0,
        "begun_at": 0,
        "version": 0,
        "number": 1,
        "to_move": None,
        "ended_by": "track",
        "moved_at": number,
        "rated": True,
    }


def result_values(rng: random.Random, number: int, people: int) -> list[dict[str, Any]]:
    """Return the results of a game: two to five people, at every fourth table with a level of the computer."""
    players = rng.randint(2, 5)
    chosen: list[tuple[str | None, str | None]] = [(f"a{n:07}", None) for n in rng.sample(range(people), players)]
    if rng.random() < 0.25:
        chosen[-1] = (None, rng.choice(["beginner", "easy", "medium", "hard", "expert"]))
    places = rng.sample(range(1, players + 1), players)
    common = {
        "table_id": f"t{number:07}",
        "shared": False,
        "lines": {"track": 20},
        "score": 20,
        "moves": 50,
        "late_moves": 0,
        "game": rng.choice(["teutonica", "hansa"]),
        "edition": None,
        "board": None,
        "players": players,
        "modules": [],
        "ended_at": number,
        "ended_by": "track",
        "rated": True,
    }
    return [
        {**common, "seat": seat, "account_id": account_id, "agent": agent, "place": place, "sequence": number}
        for seat, ((account_id, agent), place) in enumerate(zip(chosen, places, strict=True))
    ]


async def measure(url: str, games: int, people: int) -> None:
    """Fill a database and print how long each step takes."""
    async with opened(url) as database, database.writing() as session:
        await fill(session, games, people, seed=1)
    for name, step in (("recompute and store", rewrite(url, silent)), ("check", check(url))):
        began, worked = time.perf_counter(), time.process_time()
        await step
        seconds, cpu = time.perf_counter() - began, time.process_time() - worked
        print(f"{name}: {games} games in {seconds:.1f} s, {cpu:.1f} s of a processor")


async def check(url: str) -> None:
    """Recompute the ratings without storing them."""
    assert compare(await read_log(url), silent).differences == []


def silent(_done: int, _total: int) -> None:
    """Report no progress."""


def main() -> None:
    """Read the options and measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--people", type=int, default=2000)
    options.add_argument("--database")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = chosen.database or f"sqlite+aiosqlite:///{Path(folder) / 'kontor.sqlite'}"
        asyncio.run(measure(url, chosen.games, chosen.people))


if __name__ == "__main__":
    main()

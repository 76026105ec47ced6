"""Measures whether a move costs the same late in a game and among many tables, without HTTP and sockets.

A move is made, written to SQLite, and described to its three players. Its processor time is compared at the beginning
of a game and after 2,000 entries, and among 10 tables in memory and among 10,000; both kinds take turns, so that the
load of the machine affects them equally.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import structlog
from common import machine

sys.path.insert(0, str(Path(__file__).parents[1]))

from kontor.server.node import Node
from kontor.server.service.live_updates import entries_update
from kontor.server.service.match import Match
from kontor.server.service.tables import TablePlan
from kontor.server.service.viewers import Viewer
from kontor.server.store.accounts import Account
from kontor.server.store.table_info import HUMAN, SeatInfo
from tests.server.live_server import live_server

SETUP = {"game": "teutonica", "players": 3}
RAISED: dict[str, Any] = {
    "matches_bytes": 10**12,
    "tables_per_account": 10**6,
    "undos_per_minute": 1e9,
    "sweep_seconds": 3600.0,
    "workers": 1,
}
GOAL = 1.2  # the ratio that a move may cost more
MOVES_AT_ONCE = 25


class MoveTimer:
    """Makes moves at tables of one account, and measures them."""

    def __init__(self, node: Node, account: Account) -> None:
        self.node = node
        self.account = account
        self.chance = random.Random(1)

    async def open(self) -> str:
        """Open a table with all seats for this account."""
        seats = [SeatInfo(seat, HUMAN, account_id=self.account.id, name="Anneke") for seat in range(3)]
        return await self.node.table_creation.create(
            self.account, TablePlan(SETUP, None, seats, "", False, "own", None)
        )

    async def move(self, table_id: str) -> None:
        """Make a random move and describe it to all players."""

        async def make(match: Match, viewer: Viewer) -> None:
            move = self.chance.choice(list(match.game.legal_moves(match.timeline.position)))
            await self.node.play.move(match, viewer, match.number, match.game.move_text(move))

        before = (await self.node.matches.current(table_id)).number
        match, _ = await self.node.play.request(table_id, self.account, None, make)
        for seat in range(3):
            entries_update(match, Viewer(seat, (seat,), self.account.id), before, True)

    async def lengthen(self, table_id: str, entries: int) -> None:
        """Take moves back until the log is long."""
        match = await self.node.matches.current(table_id)
        while match.number < entries:
            await self.move(table_id)
            await self.node.play.request(table_id, self.account, None, self.undo)

    async def undo(self, match: Match, viewer: Viewer) -> None:
        """Take the last move back."""
        await self.node.play.undo(match, viewer, match.number, None)

    async def milliseconds(self, tables: Sequence[str]) -> float:
        """Return the processor time of a move at some tables."""
        chosen = [self.chance.choice(tables) for _ in range(MOVES_AT_ONCE)]
        began = time.process_time()
        for table_id in chosen:
            await self.move(table_id)
        return 1000 * (time.process_time() - began) / MOVES_AT_ONCE

    async def compare(self, what: str, few: Sequence[str], many: Sequence[str], rounds: int) -> None:
        """Print what a move costs at both kinds of tables."""
        pairs = [(await self.milliseconds(few), await self.milliseconds(many)) for _ in range(rounds)]
        first, second = (median(times) for times in zip(*pairs, strict=True))
        verdict = "reached" if second <= GOAL * first else "missed"
        print(f"{what}: {first:.3f} and {second:.3f} ms, ratio {second / first:.2f}; goal {verdict}")


async def run(options: argparse.Namespace) -> None:
    """Measure both."""
    with tempfile.TemporaryDirectory() as folder:
        async with live_server(Path(folder), **RAISED) as server:
            timer = MoveTimer(server.node, Account((await server.sign_in("Anneke")).id, "Anneke"))
            short, long = [[await timer.open() for _ in range(4)] for _ in range(2)]
            for table_id in long:
                await timer.lengthen(table_id, options.entries)
            await timer.compare(f"entry 10 and {options.entries}", short, long, options.rounds)
            tables = [await timer.open() for _ in range(options.tables)]
            for table_id in tables:
                await server.node.matches.current(table_id)
            await timer.compare(f"10 and {options.tables} tables", tables[:10], tables, options.rounds)


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=2_000)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    print(machine())
    asyncio.run(run(options))


if __name__ == "__main__":
    main()

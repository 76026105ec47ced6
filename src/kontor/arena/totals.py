"""Totals over many games that do not depend on the order in which games are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from math import lcm
from operator import add
from typing import Any

from kontor.core.game import Game, Playout
from kontor.core.record import TURN_CAP
from kontor.core.values import PositionBytes
from kontor.kernel.generator import MASK, scramble


@dataclass
class SeatTotals:
    """The totals of one seat; wins are counted in parts so that shared wins stay whole numbers."""

    win_parts: int = 0
    points: list[int] = field(default_factory=list)  # by score line

    def add_points(self, points: Sequence[int]) -> None:
        """Add the points of all lines; a part without games has none."""
        if points:
            self.points = list(map(add, self.points, points)) if self.points else list(points)


@dataclass
class GameTotals:
    """The totals over some games."""

    players: int
    games: int = 0
    decisions: int = 0
    hash: int = 0
    ended_by: Counter[str] = field(default_factory=Counter)
    seats: list[SeatTotals] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = self.seats or [SeatTotals() for _ in range(self.players)]

    @cached_property
    def parts(self) -> int:
        """The parts of one win, divisible by any number of winners."""
        return lcm(*range(1, self.players + 1))

    def add_game(self, game: Game, number: int, position: PositionBytes, playout: Playout) -> None:
        """Add a played game."""
        self.games += 1
        self.decisions += playout.decisions
        self.hash = (self.hash + game_hash(number, final_bytes(game, position), playout)) & MASK
        self.ended_by[game.ended_by(position) or TURN_CAP] += 1
        self.add_scores(game, position)

    def add_scores(self, game: Game, position: PositionBytes) -> None:
        """Add the points of a game, capped or not, as it stands. [HT-TRN-8]"""
        rows, winners = game.result(position)
        for totals, points in zip(self.seats, rows, strict=True):
            totals.add_points(points)
        for seat in winners:
            self.seats[seat].win_parts += self.parts // len(winners)

    def merge(self, other: GameTotals) -> None:
        """Add the totals over other games."""
        self.games += other.games
        self.decisions += other.decisions
        self.hash = (self.hash + other.hash) & MASK
        self.ended_by += other.ended_by
        for mine, theirs in zip(self.seats, other.seats, strict=True):
            mine.win_parts += theirs.win_parts
            mine.add_points(theirs.points)

    def seats_json(self, line_names: Sequence[str]) -> list[dict[str, Any]]:
        """Return wins, mean score and mean lines of every seat."""
        games = max(self.games, 1)
        return [
            {
                "wins": seat.win_parts / self.parts,
                "mean_score": sum(seat.points) / games,
                "lines": {line: points / games for line, points in zip(line_names, seat.points, strict=False)},
            }
            for seat in self.seats
        ]


def final_bytes(game: Game, position: PositionBytes) -> bytes:
    """Return the bytes that identify a final position."""
    return game.content(position)


def game_hash(number: int, content: bytes, playout: Playout) -> int:
    """Return a number that depends on the number of a game, on all its moves and on its final position."""
    last = int.from_bytes(blake2b(content, digest_size=8).digest(), "big")
    return scramble(scramble(number) ^ scramble(playout.digest ^ last))

"""Tallies: sums over many games that are the same in whatever order the games are added."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b
from math import lcm
from typing import Any

from kontor.core.game import Game, Playout, PositionBytes
from kontor.core.record import TURN_CAP
from kontor.kernel.generator import MASK, scramble


@dataclass
class SeatTally:
    """The sums of one seat; wins are counted in parts, so that shared wins stay whole numbers."""

    win_parts: int = 0
    lines: Counter[str] = field(default_factory=Counter)


@dataclass
class Tally:
    """The sums over some games."""

    players: int
    games: int = 0
    decisions: int = 0
    hash: int = 0
    ended_by: Counter[str] = field(default_factory=Counter)
    seats: list[SeatTally] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = self.seats or [SeatTally() for _ in range(self.players)]

    @property
    def parts(self) -> int:
        """The parts of one win, divisible among any number of winners."""
        return lcm(*range(1, self.players + 1))

    def count(self, game: Game, number: int, position: PositionBytes, playout: Playout) -> None:
        """Add a game that was played."""
        self.games += 1
        self.decisions += playout.decisions
        self.hash = (self.hash + fingerprint(number, content_of(game, position), playout)) & MASK
        self.ended_by[game.ended_by(position) or TURN_CAP] += 1
        self.count_scores(game, position)

    def count_scores(self, game: Game, position: PositionBytes) -> None:
        """Add the score sheet of a game, capped or not, as it stands. [HT-TRN-8]"""
        sheet = game.scores(position)
        for tally, score in zip(self.seats, sheet.scores, strict=True):
            lines = tally.lines
            for line, points in score.lines.items():
                if points or line not in lines:
                    lines[line] += points
        for seat in sheet.winners:
            self.seats[seat].win_parts += self.parts // len(sheet.winners)

    def add(self, other: Tally) -> None:
        """Add the sums over other games."""
        self.games += other.games
        self.decisions += other.decisions
        self.hash = (self.hash + other.hash) & MASK
        self.ended_by += other.ended_by
        for mine, theirs in zip(self.seats, other.seats, strict=True):
            mine.win_parts += theirs.win_parts
            mine.lines.update(theirs.lines)

    def seats_json(self) -> list[dict[str, Any]]:
        """Wins, mean score and mean lines of every seat."""
        games = max(self.games, 1)
        return [
            {
                "wins": seat.win_parts / self.parts,
                "mean_score": sum(seat.lines.values()) / games,
                "lines": {line: points / games for line, points in seat.lines.items()},
            }
            for seat in self.seats
        ]


def content_of(game: Game, position: PositionBytes) -> bytes:
    """The bytes that say how a game stands."""
    return game.content(position)


def fingerprint(number: int, content: bytes, playout: Playout) -> int:
    """A number that depends on which game it was, on all its moves and on every byte it ended with."""
    last = int.from_bytes(blake2b(content, digest_size=8).digest(), "big")
    return scramble(scramble(number) ^ scramble(playout.digest ^ last))

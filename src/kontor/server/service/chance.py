"""Chance moves, drawn with the random numbers of the operating system."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from kontor.core.agent import chance_move
from kontor.core.game import Game
from kontor.core.values import PositionBytes, Seat
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE
from kontor.server.store import entries
from kontor.server.store.entries import NATURE, Entry


class SystemRandom(Generator):
    """Random numbers of the operating system, which no seed repeats."""

    def __init__(self) -> None:
        super().__init__(0)

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each with the same probability."""
        return secrets.randbelow(bound)


def draw_all(game: Game, position: PositionBytes) -> list[int]:
    """Make chance moves in place until a seat decides or the game is over, and return them."""
    random, drawn = SystemRandom(), list[int]()
    while game.to_move(position) == CHANCE:
        drawn.append(chance_move(game, position, random))
        game.advance(position, drawn[-1])
    return drawn


def chance_entries(game: Game, first: int, moves: Sequence[int], moment: int) -> list[Entry]:
    """Return chance moves as entries, numbered from the first."""
    return [
        Entry(first + n, entries.CHANCE, None, NATURE, game.move_text(move), moment) for n, move in enumerate(moves)
    ]


def decider(game: Game, position: PositionBytes) -> Seat | None:
    """Return the seat that is to move, None if there is none, as the database stores it."""
    seat = game.to_move(position)
    return seat if seat >= 0 else None

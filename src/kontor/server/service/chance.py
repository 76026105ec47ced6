"""Chance: drawn here, by the odds of the game, from a source nobody can foresee."""

from __future__ import annotations

import secrets

from kontor.core.agent import chance_move
from kontor.core.game import Game, PositionBytes
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE


class Unforeseen(Generator):
    """Random numbers of the operating system, which no seed repeats."""

    def __init__(self) -> None:
        super().__init__(0)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as the others."""
        return secrets.randbelow(bound)


def draw_all(game: Game, position: PositionBytes) -> list[int]:
    """Draw in place until a seat decides or the game is over."""
    source, drawn = Unforeseen(), list[int]()
    while game.to_move(position) == CHANCE:
        drawn.append(chance_move(game, position, source))
        game.advance(position, drawn[-1])
    return drawn

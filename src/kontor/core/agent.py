"""The protocol of an agent: whoever decides for a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kontor.core.game import Game, Position
from kontor.core.generator import Generator


@dataclass(frozen=True)
class Budget:
    """What an agent may spend on one decision; None is no limit."""

    seconds: float | None = None
    playouts: int | None = None


class Agent(Protocol):
    """Decides for a seat; equal questions with equally seeded generators get equal answers."""

    def choose(self, game: Game, view: Position, budget: Budget, generator: Generator) -> int:
        """A legal move for the seat that is to move, which sees the view and nothing else."""
        ...


class Uniform:
    """Every legal move is as likely as the others."""

    def choose(self, game: Game, view: Position, budget: Budget, generator: Generator) -> int:
        """One of the legal moves."""
        moves = game.legal_moves(view)
        return moves[generator.below(len(moves))]


def chance_move(game: Game, position: Position, generator: Generator) -> int:
    """A chance move picked by its odds."""
    odds = game.odds(position)
    draw = generator.below(sum(odds.values()))
    for move in sorted(odds):
        draw -= odds[move]
        if draw < 0:
            return move
    raise ValueError("a chance move has no weight")

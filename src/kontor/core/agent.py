"""The protocol of an agent: whoever decides for a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from kontor.core.game import Game, PositionBytes
from kontor.kernel.generator import Generator


@dataclass(frozen=True)
class Budget:
    """What an agent may spend on one decision; None is no limit."""

    seconds: float | None = None
    playouts: int | None = None


class Agent(Protocol):
    """Decides for a seat; equal questions with equally seeded generators get equal answers."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """A legal move for the seat that is to move, which sees the view and nothing else."""
        ...


@dataclass(frozen=True)
class Estimate:
    """What somebody expects of a game: every seat's chance of winning, and its points at the end, line by line."""

    chances: Sequence[float]
    lines: Sequence[Mapping[str, float]]


@dataclass(frozen=True)
class Choice:
    """A move that was considered: its part of the search, and the chance of winning it leaves its seat."""

    move: int
    share: float
    chance: float


@dataclass(frozen=True)
class Thought:
    """An answer with its grounds: the move, what else was considered, best first, and what is expected."""

    move: int
    choices: Sequence[Choice]
    estimate: Estimate


@runtime_checkable
class Thinker(Protocol):
    """An agent that says on request what it thinks."""

    def consider(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> Thought:
        """The move it would choose, and why."""
        ...


class Uniform:
    """Every legal move is as likely as the others."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """One of the legal moves."""
        moves = game.legal_moves(view)
        return moves[generator.below(len(moves))]


def chance_move(game: Game, position: PositionBytes, generator: Generator) -> int:
    """A chance move picked by its odds."""
    odds = game.chance_weights(position)
    draw = generator.below(sum(odds.values()))
    for move in sorted(odds):
        draw -= odds[move]
        if draw < 0:
            return move
    raise ValueError("a chance move has no weight")

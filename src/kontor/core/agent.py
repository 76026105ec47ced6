"""The protocol of agents, which decide for a seat, and the values they return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator


@dataclass(frozen=True)
class Budget:
    """The limits of one decision; None is no limit."""

    seconds: float | None = None
    playouts: int | None = None


class Agent(Protocol):
    """An agent that decides for a seat; equal positions and generators give equal moves."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return a legal move for the seat to move; `view` is all that this seat may know."""
        ...


@dataclass(frozen=True)
class Estimate:
    """The estimated outcome of a game: every seat's chance of winning and its final score lines."""

    chances: Sequence[float]
    lines: Sequence[Mapping[str, float]]


@dataclass(frozen=True)
class CandidateMove:
    """A move of a search: its share of the visits and the seat's chance of winning with it."""

    move: int
    share: float
    chance: float


@dataclass(frozen=True)
class MoveAnalysis:
    """The result of an analysis: the best move, the candidates, best first, and the estimated outcome."""

    move: int
    choices: Sequence[CandidateMove]
    estimate: Estimate


@runtime_checkable
class AnalyzingAgent(Protocol):
    """An agent that can also analyze a position."""

    def analyze(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> MoveAnalysis:
        """Return the move that the agent would choose, with candidates and an estimate."""
        ...


class Uniform:
    """An agent that chooses every legal move with equal probability."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return a random legal move."""
        moves = game.legal_moves(view)
        return moves[generator.below(len(moves))]


def chance_move(game: Game, position: PositionBytes, generator: Generator) -> int:
    """Return a random chance move, drawn by weight."""
    weights = game.chance_weights(position)
    draw = generator.below(sum(weights.values()))
    for move in sorted(weights):
        draw -= weights[move]
        if draw < 0:
            return move
    raise ValueError("the chance moves have no weight")

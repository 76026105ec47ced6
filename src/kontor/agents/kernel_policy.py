"""The policies built into a kernel, as agents."""

from __future__ import annotations

from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator


class KernelPolicy:
    """A policy that the kernel plays: uniform or light."""

    def __init__(self, policy: str) -> None:
        self.policy = policy

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return the move of the policy."""
        return game.suggest(view, generator.below(1 << 30), self.policy)

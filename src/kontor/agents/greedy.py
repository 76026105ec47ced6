"""The greedy agent: the best whole turn by the evaluation of its game, without a thought for what follows."""

from __future__ import annotations

from kontor.core.agent import Budget
from kontor.core.game import Game, Planned, Position
from kontor.core.generator import Generator

WIDTH = 4


class Greedy:
    """Looks for the best whole turn with a beam of positions."""

    def __init__(self, temperament: str = "balanced", width: int = WIDTH) -> None:
        self.temperament = temperament
        self.width = width

    def choose(self, game: Game, view: Position, budget: Budget, generator: Generator) -> int:
        """The first move of the best turn found."""
        if not isinstance(game, Planned):
            raise TypeError(f"the game {game.setup['game']!r} has no evaluation to be greedy by")
        return game.plan(view, self.temperament, self.width)

"""The greedy agent: plays the best whole turn by the evaluation of its game, without looking further."""

from __future__ import annotations

from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.kernel_game import BALANCED
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator

BEAM_WIDTH = 4
ERROR_DRAWS = 6  # random numbers summed for one error, so that small errors are most likely
ERROR_RESOLUTION = 1 << 16
LAST_PLANNED_ROUND = 100  # then the light policy takes over, which ends every game


def planned(game: Game) -> Game:
    """Return the game if it has an evaluation, or raise TypeError."""
    if not game.has_evaluation:
        raise TypeError(f"the game {game.setup['game']!r} has no evaluation for planning")
    return game


def round_number(game: Game, position: PositionBytes) -> int:
    """Return the number of the round, from 1."""
    return (game.turn(position) - 1) // game.players + 1


class Greedy:
    """Chooses the best whole turn by beam search, with an optional random error in its evaluation."""

    def __init__(self, style: str = BALANCED, width: int = BEAM_WIDTH, plans: int = 1, error: int = 0) -> None:
        self.style = style
        self.width = width
        self.plans = plans
        self.error = error

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return the first move of the best turn; in an overlong game, a move that brings the end closer."""
        if round_number(game, view) > LAST_PLANNED_ROUND:
            return planned(game).closing_move(view, generator.below(1 << 30))
        plans = planned(game).plans(view, self.style, self.width, self.plans)
        ranked = [(value + self.evaluation_error(generator), -place) for place, (_, value) in enumerate(plans)]
        return plans[-max(ranked)[1]][0]

    def evaluation_error(self, generator: Generator) -> float:
        """Return a random error with mean zero and a bound of `error`."""
        drawn = sum(generator.below(ERROR_RESOLUTION) for _ in range(ERROR_DRAWS)) if self.error else 0
        return self.error * (2 * drawn / (ERROR_DRAWS * ERROR_RESOLUTION) - 1) if self.error else 0.0

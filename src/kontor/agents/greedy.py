"""The greedy agent: plays the best whole turn by the evaluation of its game, without looking further."""

from __future__ import annotations

from kontor.agents.mistakes import Mistakes
from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.kernel_game import BALANCED
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator

BEAM_WIDTH = 4
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
    """Chooses the best whole turn by beam search, or makes mistakes as people do."""

    def __init__(self, style: str = BALANCED, width: int = BEAM_WIDTH, mistakes: Mistakes | None = None) -> None:
        self.style = style
        self.width = width
        self.mistakes = mistakes

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return the first move of the chosen turn; in an overlong game, a move that brings the end closer."""
        if round_number(game, view) > LAST_PLANNED_ROUND:
            return planned(game).closing_move(view, generator.below(1 << 30))
        if self.mistakes is None:
            return planned(game).plans(view, self.style, self.width, 1)[0][0]
        plans = planned(game).plans(view, self.style, self.width, self.mistakes.plans, self.mistakes.neglect)
        return self.mistakes.choose(game, plans, generator)

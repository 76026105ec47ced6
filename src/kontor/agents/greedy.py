"""The greedy agent: the best whole turn by the evaluation of its game, without a thought for what follows."""

from __future__ import annotations

from kontor.core.agent import Budget
from kontor.core.game import Game, PositionBytes
from kontor.core.kernel_game import BALANCED
from kontor.kernel.generator import Generator

WIDTH = 4
SLIPS = 6  # random numbers added up for one error of judgement, so that small errors are the rule
FINENESS = 1 << 16
LAST_PLANNED_ROUND = 100  # the light policy, which ends every game, takes over in the next round


def planned(game: Game) -> Game:
    """The game, if it has an evaluation to plan by."""
    if not game.has_evaluation:
        raise TypeError(f"the game {game.setup['game']!r} has no evaluation to plan by")
    return game


def round_number(game: Game, position: PositionBytes) -> int:
    """Return the number of the round, from 1."""
    return (game.turn(position) - 1) // game.players + 1


class Greedy:
    """Looks for the best whole turn with a beam of positions; a careless one misjudges what turns are worth."""

    def __init__(self, style: str = BALANCED, width: int = WIDTH, plans: int = 1, error: int = 0) -> None:
        self.style = style
        self.width = width
        self.plans = plans
        self.error = error

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """The first move of the best turn found; in an overlong game, a move that brings the end nearer."""
        if round_number(game, view) > LAST_PLANNED_ROUND:
            return planned(game).closing_move(view, generator.below(1 << 30))
        plans = planned(game).plans(view, self.style, self.width, self.plans)
        judged = [(worth + self.misjudgement(generator), -place) for place, (_, worth) in enumerate(plans)]
        return plans[-max(judged)[1]][0]

    def misjudgement(self, generator: Generator) -> float:
        """An error around nothing, as large as the agent is careless."""
        drawn = sum(generator.below(FINENESS) for _ in range(SLIPS)) if self.error else 0
        return self.error * (2 * drawn / (SLIPS * FINENESS) - 1) if self.error else 0.0

"""Levels for human opponents: five named agents of increasing strength.

The parameters of the weak levels are those below, with the changes that a game makes for its setups (`levels.toml`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from kontor.agents.greedy import Greedy
from kontor.agents.mistakes import Mistakes
from kontor.agents.search import Search
from kontor.agents.two_core_search import TwoCoreSearch
from kontor.core.agent import Agent, Budget
from kontor.core.game import Game, Tree
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator

MISTAKES: Final = {
    "beginner": Mistakes(neglect=65, overlooking=60, inattention=30, temptation=20, misjudgement=60),
    "easy": Mistakes(neglect=30, overlooking=30, inattention=15, temptation=10, misjudgement=40, most_lost=80),
}
SIMULATIONS: Final = 16  # of the level `medium`


class FalliblePlanner:
    """Plans a turn with the mistakes of a level."""

    def __init__(self, style: str, level: str) -> None:
        self.style = style
        self.level = level

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return the first move of the chosen turn."""
        return Greedy(self.style, mistakes=self.mistakes(game)).choose(game, view, budget, generator)

    def mistakes(self, game: Game) -> Mistakes:
        """Return the mistakes of the level in a game."""
        return replace(MISTAKES[self.level], **game.level_options.get(self.level, {}))


class ShortSearch(Search):
    """A search among a few turns whose number of simulations only depends on the game."""

    def decided_tree(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> Tree:
        """Return a tree with these simulations, or fewer if its choice can hardly change any more."""
        simulations = game.level_options.get("medium", {}).get("simulations", SIMULATIONS)
        return super().decided_tree(game, view, Budget(playouts=simulations), generator)


def beginner(style: str) -> Agent:
    """Return an agent that plans a turn and makes many mistakes."""
    return FalliblePlanner(style, "beginner")


def easy(style: str) -> Agent:
    """Return an agent that plans a turn and makes some mistakes."""
    return FalliblePlanner(style, "easy")


def medium(style: str) -> Agent:
    """Return an agent that compares a few turns with a few simulations."""
    return ShortSearch(style, Budget(playouts=SIMULATIONS), beam_at_root=8, plans_at_root=12)


def hard(style: str) -> Agent:
    """Return an agent that searches for 0.6 seconds among a few turns."""
    return Search(style, Budget(seconds=0.6), beam_at_root=8, plans_at_root=12)


def expert(style: str) -> Agent:
    """Return an agent that searches for 4.8 seconds among many turns, also of rivals, on two cores if one is free."""
    return TwoCoreSearch(style, Budget(seconds=4.8), beam=2, plans=6)


PLANNING_LEVEL: Final = "expert"


def states_plan(name: str) -> bool:
    """Return whether an agent states its plan: the level `expert`, in any style."""
    return name.partition("+")[0] == PLANNING_LEVEL


LEVELS: dict[str, Callable[[str], Agent]] = {
    "beginner": beginner,
    "easy": easy,
    "medium": medium,
    "hard": hard,
    "expert": expert,
}

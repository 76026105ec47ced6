"""Levels for human opponents: five named agents of increasing strength.

The parameters are those below, with the changes that a game makes for its setups (`levels.toml`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from kontor.agents.greedy import Greedy
from kontor.agents.mistakes import PERCENT, Mistakes
from kontor.agents.search import Search, SearchOptions
from kontor.core.agent import Agent, Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator

MISTAKES: Final = {
    "beginner": Mistakes(neglect=65, overlooking=60, inattention=30, temptation=20, misjudgement=60),
    "easy": Mistakes(neglect=30, overlooking=30, inattention=15, temptation=10, misjudgement=40, most_lost=80),
}


@dataclass(frozen=True)
class Effort:
    """How much work a level puts into a decision."""

    simulations: int  # of a decision
    plans: int = 12  # turn plans that are compared
    haste: int = 0  # per cent of the decisions: the turn is planned without any simulation


EFFORTS: Final = {"medium": Effort(simulations=16), "hard": Effort(simulations=250)}


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


class FixedSearch(Search):
    """A search among a few turns with as many simulations as the level makes in the game, on every machine."""

    def __init__(self, style: str, level: str) -> None:
        super().__init__(style, Budget())
        self.level = level

    def effort(self, game: Game) -> Effort:
        """Return the effort of the level in a game."""
        return replace(EFFORTS[self.level], **game.level_options.get(self.level, {}))

    def searched_move(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return the first move of the most visited turn, or in haste, of the best turn by the evaluation."""
        haste = self.effort(game).haste
        if haste and generator.below(PERCENT) < haste:
            return Greedy(self.style).choose(game, view, budget, generator)
        return super().searched_move(game, view, budget, generator)

    def effective_budget(self, game: Game, budget: Budget) -> Budget:
        """Return the given budget, or the simulations of the level in a game if it is empty."""
        return Budget(playouts=self.effort(game).simulations) if budget == Budget() else budget

    def options_for(self, game: Game) -> SearchOptions:
        """Return the options of the search, which compares the turns of the level in a game."""
        plans = self.effort(game).plans
        return replace(super().options_for(game), beam_at_root=2 * plans // 3, plans_at_root=plans)


def beginner(style: str) -> Agent:
    """Return an agent that plans a turn and makes many mistakes."""
    return FalliblePlanner(style, "beginner")


def easy(style: str) -> Agent:
    """Return an agent that plans a turn and makes some mistakes."""
    return FalliblePlanner(style, "easy")


def medium(style: str) -> Agent:
    """Return an agent that compares a few turns with a few simulations."""
    return FixedSearch(style, "medium")


def hard(style: str) -> Agent:
    """Return an agent that compares a few turns with some hundred simulations."""
    return FixedSearch(style, "hard")


def expert(style: str) -> Agent:
    """Return an agent that searches for 4.8 seconds among many turns, also of rivals, on two cores if one is free."""
    from kontor.agents.two_core_search import TwoCoreSearch  # imports subprocess, which no other level needs

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

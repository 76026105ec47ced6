"""The mistakes of weak levels: moves that are overlooked, tempting moves, few plans and small misjudgements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kontor.core.game import Game
from kontor.kernel.generator import Generator

ERROR_DRAWS: Final = 6  # random numbers summed for one error, so that small errors are most likely
ERROR_RESOLUTION: Final = 1 << 16
PERCENT: Final = 100

FirstMove = tuple[int, float]
"""The first move of a turn plan, and the worth of the plan."""


@dataclass(frozen=True)
class Mistakes:
    """How often and how much a player errs, in per cent.

    The last three are shares of the span of a decision: the difference between the best and the worst plan that are
    compared. So they do not depend on the weights of the evaluation.
    """

    plans: int = 16  # turn plans that are compared
    neglect: int = 0  # of the worth of what pays off later: it is not seen
    overlooking: int = 0  # of the decisions: no move is seen that inexperienced players overlook
    inattention: int = 0  # of the first moves: they are not noticed
    temptation: int = 0  # of the span: by how much a tempting move seems better
    misjudgement: int = 0  # of the span: the largest error of an estimate
    most_lost: int = 90  # of the span: a plan that is worse than the best by more is never played

    def choose(self, game: Game, plans: Sequence[tuple[int, int]], generator: Generator) -> int:
        """Return the first move of the plan that seems best among those that are noticed."""
        span = plans[0][1] - plans[-1][1]
        candidates = reasonable(game, first_moves(plans), span * self.most_lost / PERCENT)
        seen = self.noticed(game, candidates, generator)
        ranked = [(self.impression(game, each, span, generator), -place) for place, each in enumerate(seen)]
        return seen[-max(ranked)[1]][0]

    def noticed(self, game: Game, candidates: Sequence[FirstMove], generator: Generator) -> Sequence[FirstMove]:
        """Return the first moves that the player notices, or all of them where that would be none."""
        if generator.below(PERCENT) < self.overlooking:
            candidates = without(game, candidates, game.overlooked_moves) or candidates
        return [each for each in candidates if generator.below(PERCENT) >= self.inattention] or candidates

    def impression(self, game: Game, candidate: FirstMove, span: int, generator: Generator) -> float:
        """Return what a plan seems to be worth."""
        move, worth = candidate
        tempting = self.temptation if begins_with(game, move, game.tempting_moves) else 0
        return worth + span * (tempting + self.misjudgement * error(generator)) / PERCENT


def error(generator: Generator) -> float:
    """Return a random number between -1 and 1; small ones are most likely."""
    drawn = sum(generator.below(ERROR_RESOLUTION) for _ in range(ERROR_DRAWS))
    return 2 * drawn / (ERROR_DRAWS * ERROR_RESOLUTION) - 1


def first_moves(plans: Sequence[tuple[int, int]]) -> list[FirstMove]:
    """Return every first move once, with the worth of its best plan, best first."""
    best: dict[int, float] = {}
    for move, worth in plans:
        best.setdefault(move, worth)
    return list(best.items())


def reasonable(game: Game, candidates: Sequence[FirstMove], most_lost: float) -> Sequence[FirstMove]:
    """Return the first moves that are not absurd: none loses much or gives up actions, unless it is best."""
    best, *others = [each for each in candidates if each[1] >= candidates[0][1] - most_lost]
    return [best, *without(game, others, game.closing_moves)]


def without(game: Game, candidates: Sequence[FirstMove], beginnings: Sequence[str]) -> list[FirstMove]:
    """Return the first moves whose texts do not begin in some ways."""
    return [each for each in candidates if not begins_with(game, each[0], beginnings)]


def begins_with(game: Game, move: int, beginnings: Sequence[str]) -> bool:
    """Return whether the text of a move begins with one of some words."""
    return game.move_text(move).startswith(tuple(beginnings))

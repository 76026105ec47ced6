"""A search that also uses a second core, if one is free."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from kontor.agents.search import Search, best_move
from kontor.agents.second_process import SearchRequest, SecondProcess, has_free_core
from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator


class TwoCoreSearch(Search):
    """A search whose own budget is used on two cores while one is free; a budget that is given uses one core."""

    def searched_move(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return the first move of the most visited turn of both trees."""
        is_shared = budget == Budget() and started_elsewhere(self.request(game, view, generator))
        tree = self.decided_tree(game, view, budget, generator)
        return best_move(tree, visits_elsewhere(len(tree.choices())) if is_shared else ())

    def request(self, game: Game, view: PositionBytes, generator: Generator) -> SearchRequest:
        """Return what the second process searches."""
        seed, options = generator.below(1 << 30), self.options_for(game).row()
        return SearchRequest(dict(game.setup), bytes(view), self.style, seed, options, self.budget.seconds or 0.0)


@dataclass
class OfThisProcess:
    """The second process of this process, if it has been started."""

    second: SecondProcess | None = None


_started = OfThisProcess()


def started_elsewhere(request: SearchRequest) -> bool:
    """Return whether a search was started in the second process; the first call only starts the process."""
    if not has_free_core():
        return False
    try:
        if _started.second is None:
            _started.second = SecondProcess()
        elif _started.second.is_ready():
            _started.second.start(request)
            return True
    except (OSError, EOFError):  # it has ended; the next decision starts another
        end_second_process()
    return False


def visits_elsewhere(plans: int) -> Sequence[int]:
    """Return the visits of the plans in the second process; none if it has ended or does not answer in time."""
    with suppress(OSError, EOFError):
        assert _started.second is not None
        visits = _started.second.visits()
        if len(visits) == plans:
            return visits
    end_second_process()
    return ()


@atexit.register
def end_second_process() -> None:
    """End the second process, if there is one."""
    if _started.second is not None:
        _started.second.end()
        _started.second = None

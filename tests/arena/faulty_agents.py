"""Agents that fail, each in its own way; tests load them by `path.py:Name`."""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

from kontor.core.agent import Budget, Uniform
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator


def named(name: str) -> str:
    """Return the name of one of these agents in a tournament."""
    return f"{Path(__file__)}:{name}"


class Steady(Uniform):
    """Never fails, and has its own budget."""

    budget = Budget(seconds=4.0)


class Raising:
    """Raises."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        raise ValueError("no idea")


class Leaving:
    """Tries to exit the program."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        raise SystemExit(3)


class Cheating:
    """Returns a move of the game that is not legal now."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        return next(move for move in range(game.move_count) if move not in game.legal_moves(view))


class Babbling:
    """Returns something that is not a move."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> str:
        return "pass"


class Dreaming:
    """Never answers, and catches ordinary exceptions."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        while True:
            try:
                time.sleep(60)
            except Exception:
                continue


class Quitting:
    """Ends its process."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        os._exit(3)


class Choking:
    """Kills its process, as the system does when memory is short."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Lost:
    """Never leaves compiled code, where no alarm is handled and no other thread can run."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        deque(repeat(0), maxlen=0)
        raise AssertionError


@dataclass
class Chatting(Uniform):
    """Prints while it decides."""

    words: str = "hm"

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        print(self.words)
        return super().choose(game, view, budget, generator)


class Thrifty(Uniform):
    """Fails unless it gets the budget that its test expects."""

    budget = Budget(seconds=4.0)

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        if budget != Budget(seconds=2.0):
            raise ValueError(f"the budget is {budget}")
        return super().choose(game, view, budget, generator)


class Spying(Uniform):
    """Fails if it sees hidden information, and overwrites its view."""

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        if game.view(view, game.to_move(view)) != view:
            raise ValueError("the view shows too much")
        move = super().choose(game, view, budget, generator)
        view[:] = bytes(len(view))
        return move


class Fragile(Uniform):
    """Cannot be created."""

    def __init__(self) -> None:
        raise LookupError("no weights")

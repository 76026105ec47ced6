"""Thousands of games stepped at once inside the kernel, with observations and masks as arrays of numpy."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from kontor.core.game import PositionBytes
from kontor.core.kernel_game import POLICIES
from kontor.envs.shard import Order, Rows, Shard, Sizes
from kontor.envs.table import TURN_CAP, action_count, checked_reward, observed_game
from kontor.envs.workers import Worker, shared_memory
from kontor.kernel.batch import STOPPED, WAITING


class Step(NamedTuple):
    """What every game shows; the next step writes into the same arrays, so copy what you keep.

    Where `finished` is true a game has just ended, `returns` holds what each of its seats got, and everything else
    already shows the next game. `truncated` says that it ended only because it met the cap of turns.
    """

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int32]
    hints: NDArray[np.int32]
    finished: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    returns: NDArray[np.float32]


class BatchEnvironment:
    """Many games of one setup, numbered from 0; an action is the number of a move, one for every game.

    `opponents` names a quick policy that plays all seats but one, which in game n is seat n modulo the number of
    players; without it every seat is played from outside. `advisor` names one whose moves are shown as `hints`. The
    same seed gives the same games for any number of processes; a program that uses several of them begins below
    `if __name__ == "__main__"`.
    """

    def __init__(
        self,
        setup: Mapping[str, Any],
        games: int = 1024,
        seed: int = 1,
        *,
        opponents: str | None = None,
        advisor: str | None = None,
        reward: str = "win",
        cap: int = TURN_CAP,
        processes: int = 1,
        kernel: str | None = None,
    ) -> None:
        self.game = observed_game(setup, kernel)
        self.actions = action_count(self.game)
        self.observation_spec = self.game.observation_spec
        check_policy(opponents)
        check_policy(advisor)
        check_numbers(self.game.players, games, cap, processes)
        order = Order(self.game.setup, self.game.kernel, opponents, advisor, checked_reward(reward), cap, seed)
        sizes = Sizes(games, len(self.observation_spec.names), self.actions, self.game.players)
        memory = shared_memory(sizes.memory()) if processes > 1 else bytearray(sizes.memory())
        bounds = [games * n // processes for n in range(processes + 1)]
        self._rows = Rows(memory, sizes, 0, games)
        self._workers = [Worker(order, memory, sizes, *bounds[n : n + 2]) for n in range(1, processes)]
        self._shard = Shard(self.game, order, memory, sizes, *bounds[:2])
        self._wait()

    @property
    def now(self) -> Step:
        """What every game shows now."""
        rows = self._rows
        return Step(
            rows.observations,
            rows.masks.view(np.bool_),
            rows.seats,
            rows.hints,
            rows.ended != WAITING,
            rows.ended == STOPPED,
            rows.returns,
        )

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """Make an action in every game; an illegal one raises ValueError, and then no game has changed."""
        self._check(actions)
        self._rows.chosen[:] = actions
        for worker in self._workers:
            worker.ask(None)
        self._shard.step()
        self._wait()
        return self.now

    def position(self, game: int) -> PositionBytes:
        """The position of a game."""
        for worker in self._workers:
            if worker.first <= game < worker.end:
                worker.ask(game - worker.first)
                return worker.answer() or PositionBytes()
        return self._shard.position(game)

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _wait(self) -> None:
        for worker in self._workers:
            worker.answer()

    def _check(self, actions: NDArray[np.integer[Any]]) -> None:
        """Refuse actions that do not fit, before any game has changed."""
        masks = self._rows.masks
        if actions.shape != masks.shape[:1]:
            raise ValueError(f"actions must have the shape {masks.shape[:1]}, not {actions.shape}.")
        known = (actions >= 0) & (actions < self.actions)
        legal = known & (masks[np.arange(len(masks)), np.where(known, actions, 0)] != 0)
        if not legal.all():
            game = int(np.argmin(legal))
            raise ValueError(f"action {actions[game]} is not legal in game {game}: choose one that its mask allows.")


def check_policy(name: str | None) -> None:
    """Refuse a quick policy that does not exist."""
    if name is not None and name not in POLICIES:
        raise ValueError(f"the policy {name!r} is unknown; it may be {', '.join(POLICIES)}.")


def check_numbers(players: int, games: int, cap: int, processes: int) -> None:
    """Refuse numbers that make no batch."""
    if not 1 <= processes <= games:
        raise ValueError(f"{games} games cannot be divided among {processes} processes.")
    if cap < 2 * players:
        raise ValueError(f"the cap of turns must be at least {2 * players}, so that every seat gets to decide.")

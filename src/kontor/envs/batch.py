"""Thousands of games stepped at once inside the kernel, with observations and masks as numpy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from kontor.core.game import PositionBytes
from kontor.core.kernel_game import POLICIES
from kontor.envs.observed_game import TURN_CAP, action_count, checked_reward, observed_game
from kontor.envs.shard import BatchArrays, BatchConfig, Shard, Sizes
from kontor.envs.workers import Worker, shared_memory
from kontor.kernel.batch import CAPPED, WAITING


class Step(NamedTuple):
    """The state of every game; the next step reuses the same arrays, so copy what you keep.

    Where `finished` is true a game has just ended, `returns` holds the returns of its seats, and everything else
    already shows the next game. `truncated` means that it ended by the turn limit.
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

    `opponents` names a kernel policy that plays all seats but one, which in game n is seat n modulo the number of
    players; without it the caller plays every seat. `advisor` names a policy whose moves are shown as `hints`. The
    same seed gives the same games for any number of processes; a program that uses several processes needs
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
        config = BatchConfig(self.game.setup, self.game.kernel, opponents, advisor, checked_reward(reward), cap, seed)
        sizes = Sizes(games, len(self.observation_spec.names), self.actions, self.game.players)
        memory = shared_memory(sizes.memory()) if processes > 1 else bytearray(sizes.memory())
        bounds = [games * n // processes for n in range(processes + 1)]
        self._arrays = BatchArrays(memory, sizes, 0, games)
        self._workers = [Worker(config, memory, sizes, *bounds[n : n + 2]) for n in range(1, processes)]
        self._shard = Shard(self.game, config, memory, sizes, *bounds[:2])
        self._wait()

    @property
    def now(self) -> Step:
        """The current state of every game."""
        arrays = self._arrays
        return Step(
            arrays.observations,
            arrays.masks.view(np.bool_),
            arrays.seats,
            arrays.hints,
            arrays.ended != WAITING,
            arrays.ended == CAPPED,
            arrays.returns,
        )

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """Make an action in every game; an illegal one raises ValueError before any game has changed."""
        self._check(actions)
        self._arrays.chosen[:] = actions
        for worker in self._workers:
            worker.send(None)
        self._shard.step()
        self._wait()
        return self.now

    def position(self, game: int) -> PositionBytes:
        """Return the position of a game."""
        for worker in self._workers:
            if worker.first <= game < worker.end:
                worker.send(game - worker.first)
                return worker.receive() or PositionBytes()
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
            worker.receive()

    def _check(self, actions: NDArray[np.integer[Any]]) -> None:
        """Reject invalid actions before any game has changed."""
        masks = self._arrays.masks
        if actions.shape != masks.shape[:1]:
            raise ValueError(f"actions must have the shape {masks.shape[:1]}, not {actions.shape}.")
        in_range = (actions >= 0) & (actions < self.actions)
        legal = in_range & (masks[np.arange(len(masks)), np.where(in_range, actions, 0)] != 0)
        if not legal.all():
            game = int(np.argmin(legal))
            raise ValueError(f"action {actions[game]} is not legal in game {game}: choose one that its mask allows.")


def check_policy(name: str | None) -> None:
    """Reject an unknown kernel policy."""
    if name is not None and name not in POLICIES:
        raise ValueError(f"the policy {name!r} is unknown; it may be {', '.join(POLICIES)}.")


def check_numbers(players: int, games: int, cap: int, processes: int) -> None:
    """Reject numbers of games, turns or processes that are out of range."""
    if not 1 <= processes <= games:
        raise ValueError(f"{games} games cannot be divided among {processes} processes.")
    if cap < 2 * players:
        raise ValueError(f"the cap of turns must be at least {2 * players}, so that every seat gets to decide.")

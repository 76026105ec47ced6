"""Thousands of games stepped at once inside the kernel, with observations and masks as numpy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from types import TracebackType
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kontor.core.state import State
from kontor.core.values import PositionBytes
from kontor.envs import snapshot
from kontor.envs.batch_arguments import check_legal, check_numbers, check_policy, checked_actions, games_to_reset
from kontor.envs.observed_game import TURN_CAP, action_count, checked_reward, observed_game
from kontor.envs.rendering import Rendered, rendered
from kontor.envs.shard import BatchArrays, BatchConfig, Shard, ShardState, Sizes
from kontor.envs.workers import Worker, shared_memory
from kontor.kernel.batch import CAPPED, WAITING

STATE_ROWS = [field.name for field in fields(ShardState)]
STEP_ROWS = ["hints", "ended", "returns", "terminal_observations"]  # what the state of the games does not determine


class Step(NamedTuple):
    """The state of every game; the next step reuses the same arrays, so copy what you keep or change.

    Where `finished` is true a game has just ended, `returns` holds the returns of its seats, `terminal_observations`
    its last position as the seat saw it that acted last, and everything else already shows the next game. `truncated`
    means that it ended by the turn limit.
    """

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int32]
    hints: NDArray[np.int32]
    finished: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    returns: NDArray[np.float32]
    terminal_observations: NDArray[np.uint8]


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
        self.games = games
        self.actions = action_count(self.game)
        self.observation_spec = self.game.observation_spec
        check_policy(opponents)
        check_policy(advisor)
        check_numbers(self.game.players, games, cap, processes)
        self._config = BatchConfig(self.game.setup, self.game.kernel, opponents, advisor, checked_reward(reward), cap)
        self._processes = processes
        self._start_shards(Sizes(games, len(self.observation_spec.names), self.actions, self.game.players))
        self.reset(seed)

    def _start_shards(self, sizes: Sizes) -> None:
        memory = shared_memory(sizes.memory()) if self._processes > 1 else bytearray(sizes.memory())
        bounds = [self.games * n // self._processes for n in range(self._processes + 1)]
        self._arrays = BatchArrays(memory, sizes, 0, self.games)
        self._masks = self._arrays.masks.view(np.bool_)
        self._masks.flags.writeable = False  # the next step checks actions by them
        self._observations = self._arrays.observations.view()
        self._observations.flags.writeable = False  # the next step writes only what differs
        config = self._config
        self._workers = [Worker(config, memory, sizes, *bounds[n : n + 2]) for n in range(1, self._processes)]
        self._shard = Shard(self.game, config, memory, sizes, *bounds[:2])

    @property
    def now(self) -> Step:
        """The current state of every game."""
        return self._now

    def _show(self) -> Step:
        """Set the current state of every game after it has changed, and return it."""
        arrays = self._arrays
        self._now = Step(
            self._observations,
            self._masks,
            arrays.seats,
            arrays.hints,
            arrays.ended != WAITING,
            arrays.ended == CAPPED,
            arrays.returns,
            arrays.terminal_observations,
        )
        return self._now

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> Step:
        """Start every game, or those that the option `reset_mask` marks; without a seed, with their next episodes."""
        games = games_to_reset(self.games, options)
        for worker in self._workers:
            worker.send("reset", seed, [n - worker.first for n in games if worker.first <= n < worker.end])
        self._shard.reset(seed, [n for n in games if n < self._shard.end])
        self._wait()
        return self._show()

    def step(self, actions: ArrayLike) -> Step:
        """Make an action in every game; an illegal one raises ValueError before any game has changed."""
        self._arrays.chosen[:] = checked_actions(actions, self.games, self.actions)
        if self._workers:  # one process checks all actions before it makes the first of them
            check_legal(self._arrays.chosen, self._masks)
        for worker in self._workers:
            worker.send("step")
        self._shard.step()
        self._wait()
        return self._show()

    def position(self, game: int) -> PositionBytes:
        """Return the position of a game."""
        if not 0 <= game < self.games:
            raise ValueError(f"there is no game {game}: games are numbered from 0 to {self.games - 1}.")
        for worker in self._workers:
            if worker.first <= game < worker.end:
                worker.send("position", game - worker.first)
                position: PositionBytes = worker.receive()
                return position
        return self._shard.position(game)

    def state(self, game: int) -> State:
        """Return a game as a state, without the moves that led to it; it is independent of the batch."""
        return State(self.game, self.position(game), chance="manual")

    def render(self, game: int, mode: str = "ansi") -> Rendered:
        """Return the board of a game as text (`ansi`) or pixels (`rgb_array`), or print it (`human`)."""
        return rendered(self.game, self.position(game), mode)

    def snapshot(self) -> bytes:
        """Return all games with their generators, so that `restore` continues them exactly."""
        for worker in self._workers:
            worker.send("state")
        states = [self._shard.state(), *(worker.receive() for worker in self._workers)]
        rows = {name: np.concatenate([getattr(state, name) for state in states]) for name in STATE_ROWS}
        last = {name: getattr(self._arrays, name) for name in STEP_ROWS}
        return snapshot.written(self._description(), {**rows, **last})

    def restore(self, content: bytes) -> Step:
        """Continue from a snapshot of a batch with the same setup and options."""
        arrays = snapshot.read(content, self._description(), self._snapshot_shapes())
        state = ShardState(*(arrays[name] for name in STATE_ROWS))
        for worker in self._workers:
            worker.send("restore", state.games(worker.first, worker.end))
        self._shard.restore(state.games(0, self._shard.end))
        self._wait()
        for name in STEP_ROWS:
            getattr(self._arrays, name)[:] = arrays[name]
        return self._show()

    def _wait(self) -> None:
        for worker in self._workers:
            worker.receive()

    def _description(self) -> dict[str, Any]:
        config = asdict(self._config)
        del config["kernel"]  # both play the same games
        return {**config, "games": self.games}

    def _snapshot_shapes(self) -> dict[str, tuple[int, ...]]:
        games = self.games
        rows = {
            "positions": (games, len(self.game.start())),
            "generators": (games, 2),
            "seeds": (games,),
            "episodes": (games,),
        }
        return {**rows, **{name: getattr(self._arrays, name).shape for name in STEP_ROWS}}

    def __repr__(self) -> str:
        named = {**asdict(self._config), "games": self.games, "processes": self._processes}
        setup = named.pop("setup")
        return f"BatchEnvironment({setup!r}, {', '.join(f'{name}={value!r}' for name, value in named.items())})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BatchEnvironment):
            return NotImplemented
        return self._description() == other._description() and self.snapshot() == other.snapshot()

    __hash__ = None  # type: ignore[assignment]  # it changes with every step

    def __reduce__(self) -> tuple[Any, ...]:
        named = {**asdict(self._config), "games": self.games, "processes": self._processes}
        return restored, (named, self.snapshot())

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


def restored(arguments: Mapping[str, Any], content: bytes) -> BatchEnvironment:
    """Return a batch that continues from a snapshot."""
    batch = BatchEnvironment(**arguments)
    batch.restore(content)
    return batch

"""A shard: some of the games of a batch, stepped in one process, and the arrays that all shards share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kontor.core.game import Game
from kontor.core.kernel_game import POLICIES
from kontor.core.seeds import game_seed
from kontor.core.values import PositionBytes, Setup
from kontor.envs.batch_arguments import illegal_action
from kontor.envs.observed_game import REWARDS
from kontor.kernel.batch import EXTERNAL, WAITING

ALIGNMENT = 64


@dataclass(frozen=True)
class BatchConfig:
    """Which games a batch plays; the same for every process that takes part."""

    setup: Setup
    kernel: str
    opponents: str | None
    advisor: str | None
    reward: str
    cap: int


@dataclass(frozen=True)
class Sizes:
    """The sizes of the arrays of a batch."""

    games: int
    features: int
    actions: int
    players: int

    def shapes(self) -> dict[str, tuple[tuple[int, ...], DTypeLike]]:
        """Return the shape and type of every array."""
        return {
            "observations": ((self.games, self.features), np.uint8),
            "terminal_observations": ((self.games, self.features), np.uint8),
            "masks": ((self.games, self.actions), np.uint8),
            "returns": ((self.games, self.players), np.float32),
            "seats": ((self.games,), np.int32),
            "hints": ((self.games,), np.int32),
            "ended": ((self.games,), np.int32),
            "chosen": ((self.games,), np.int32),
        }

    def memory(self) -> int:
        """Return the number of bytes of all arrays."""
        return sum(aligned_size(shape, kind) for shape, kind in self.shapes().values())


def aligned_size(shape: tuple[int, ...], kind: DTypeLike) -> int:
    """Return the bytes of an array, rounded up so that the next one is aligned."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    return -(-size // ALIGNMENT) * ALIGNMENT


class BatchArrays:
    """The arrays of a batch in one block of memory, which processes may share."""

    observations: NDArray[np.uint8]
    terminal_observations: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    returns: NDArray[np.float32]
    seats: NDArray[np.int32]
    hints: NDArray[np.int32]
    ended: NDArray[np.int32]
    chosen: NDArray[np.int32]

    def __init__(self, memory: Any, sizes: Sizes, first: int, end: int) -> None:
        at = 0
        for name, (shape, kind) in sizes.shapes().items():
            count = int(np.prod(shape))
            whole = np.frombuffer(memory, kind, count, at).reshape(shape)
            setattr(self, name, whole[first:end])
            at += aligned_size(shape, kind)


@dataclass(frozen=True)
class ShardState:
    """All that determines how the games of a shard go on, one row for every game."""

    positions: NDArray[np.uint8]
    generators: NDArray[np.uint64]  # the states of the generator of the game and of that of its hints
    seeds: NDArray[np.uint64]
    episodes: NDArray[np.int64]

    def games(self, first: int, end: int) -> ShardState:
        """Return the state of some of the games."""
        rows = slice(first, end)
        return ShardState(self.positions[rows], self.generators[rows], self.seeds[rows], self.episodes[rows])


class Shard:
    """The games from one number up to another, restarted whenever they end."""

    def __init__(self, game: Game, config: BatchConfig, memory: Any, sizes: Sizes, first: int, end: int) -> None:
        self.game = game
        self.config = config
        self.first = first
        self.end = end
        self.arrays = arrays = BatchArrays(memory, sizes, first, end)
        self.states = np.zeros(end - first, np.int32)
        self.seeds = [0] * (end - first)
        self.episodes = [0] * (end - first)
        policies = [self.seat_policies(seat) for seat in range(self.game.players)]
        observed = [arrays.observations.reshape(-1), arrays.terminal_observations.reshape(-1)]
        self.batch = self.game.batch(
            [policies[number % self.game.players] for number in range(first, end)],
            bytes([POLICIES[config.advisor]] * self.game.players) if config.advisor else b"",
            config.cap,
            sizes.actions,
            [*observed, arrays.masks.reshape(-1), arrays.seats, self.states, arrays.hints],
        )

    def seat_policies(self, seat: int) -> bytes:
        """Return the policy of every seat in a game in which the caller plays at least one of them."""
        players, opponents = self.game.players, self.config.opponents
        seats = [POLICIES[opponents] if opponents else EXTERNAL] * players
        seats[seat] = EXTERNAL
        return bytes(seats)

    def reset(self, seed: int | None, games: Sequence[int]) -> None:
        """Start some games, counted from the first of the shard: their first episodes if a seed is given."""
        for n in games:
            if seed is not None:
                self.seeds[n] = game_seed(seed, self.first + n)
                self.episodes[n] = 0
            self.begin(n)
            self.arrays.ended[n] = WAITING

    def begin(self, n: int) -> None:
        """Start a game, again if it ended before the caller had to decide."""
        while True:
            seed = game_seed(self.seeds[n], self.episodes[n])
            self.episodes[n] += 1
            self.batch.begin(n, seed)
            if not self.states[n]:
                return

    def step(self) -> None:
        """Make the chosen action in every game, or raise ValueError if one is not legal; restart games that end."""
        refused = self.batch.step(self.arrays.chosen)
        if refused >= 0:
            raise illegal_action(int(self.arrays.chosen[refused]), self.first + refused)
        self.arrays.ended[:] = self.states
        for n in np.flatnonzero(self.states).tolist():
            self.arrays.returns[n] = REWARDS[self.config.reward](self.game, self.batch.position(n))
            self.begin(n)

    def position(self, n: int) -> PositionBytes:
        """Return the position of a game, counted from the first of the shard."""
        position: PositionBytes = self.batch.position(n)
        return position

    def state(self) -> ShardState:
        """Return the state of all games."""
        games = range(len(self.states))
        return ShardState(
            np.array([np.frombuffer(self.position(n), np.uint8) for n in games]),
            np.array([self.batch.generator_states(n) for n in games], np.uint64),
            np.array(self.seeds, np.uint64),
            np.array(self.episodes, np.int64),
        )

    def restore(self, state: ShardState) -> None:
        """Continue all games from a state."""
        for n in range(len(self.states)):
            self.batch.begin_at(n, bytearray(state.positions[n]), *state.generators[n].tolist())
        self.seeds, self.episodes = state.seeds.tolist(), state.episodes.tolist()
        if self.states.any():
            raise ValueError("the snapshot contains a game that is over: take it with 'snapshot'.")

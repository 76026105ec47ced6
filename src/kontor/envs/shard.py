"""A shard: some of the games of a batch, stepped in one process, and the arrays that all shards share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kontor.core.game import Game, PositionBytes, Setup
from kontor.core.kernel_game import POLICIES
from kontor.core.seeds import game_seed
from kontor.envs.observed_game import REWARDS
from kontor.kernel.batch import EXTERNAL

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
    seed: int


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


class Shard:
    """The games from one number up to another, restarted whenever they end."""

    def __init__(self, game: Game, config: BatchConfig, memory: Any, sizes: Sizes, first: int, end: int) -> None:
        self.game = game
        self.config = config
        self.first = first
        self.arrays = arrays = BatchArrays(memory, sizes, first, end)
        self.states = np.zeros(end - first, np.int32)
        self.episodes = [0] * (end - first)
        self.batch = self.game.batch(
            [self.seat_policies(number) for number in range(first, end)],
            bytes([POLICIES[config.advisor]] * self.game.players) if config.advisor else b"",
            config.cap,
            sizes.actions,
            [arrays.observations.reshape(-1), arrays.masks.reshape(-1), arrays.seats, self.states, arrays.hints],
        )
        for n in range(end - first):
            self.begin(n)

    def seat_policies(self, number: int) -> bytes:
        """Return the policy of every seat in the game of a number."""
        players, opponents = self.game.players, self.config.opponents
        seats = [POLICIES[opponents] if opponents else EXTERNAL] * players
        seats[number % players] = EXTERNAL
        return bytes(seats)

    def begin(self, n: int) -> None:
        """Start a game, again if it ended before the caller had to decide."""
        while True:
            seed = game_seed(game_seed(self.config.seed, self.first + n), self.episodes[n])
            self.episodes[n] += 1
            self.batch.begin(n, seed)
            if not self.states[n]:
                return

    def step(self) -> None:
        """Make the chosen action in every game, store the returns of games that end, and restart them."""
        self.batch.step(self.arrays.chosen)
        self.arrays.ended[:] = self.states
        for n in np.flatnonzero(self.states).tolist():
            self.arrays.returns[n] = REWARDS[self.config.reward](self.game, self.batch.position(n))
            self.begin(n)

    def position(self, n: int) -> PositionBytes:
        """Return the position of a game, counted from the first of the shard."""
        position: PositionBytes = self.batch.position(n)
        return position

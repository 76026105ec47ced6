"""The seeded random number generator for chance moves and random moves."""

from __future__ import annotations

from typing import Final

from kontor.kernel.runtime.dialect import UInt64

MASK: Final = 0xFFFFFFFFFFFFFFFF


def scramble(number: UInt64) -> UInt64:
    """Return a number of which every bit depends on all bits of the given one."""
    x: UInt64 = (number + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Generator:
    """A stream of random numbers, the same in every kernel for the same seed."""

    state: UInt64

    def __init__(self, seed: UInt64) -> None:
        self.state = scramble(seed)

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1 with equal probability."""
        state: UInt64 = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        self.state = state
        return ((state >> 33) * bound) >> 31

"""The seeded generator that whoever drives a game picks chance moves and random moves with."""

from __future__ import annotations

from typing import Final

from kontor.kernel.runtime.dialect import Wide

MASK: Final = 0xFFFFFFFFFFFFFFFF


def scramble(number: Wide) -> Wide:
    """A number whose bits depend on all bits of the given one."""
    x: Wide = (number + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Generator:
    """A stream of random numbers, the same in every kernel for the same seed."""

    state: Wide

    def __init__(self, seed: Wide) -> None:
        self.state = scramble(seed)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as the others."""
        state: Wide = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        self.state = state
        return ((state >> 33) * bound) >> 31

"""Seeds: the random number generators of one game, and the seeds of many games."""

from __future__ import annotations

from kontor.kernel.generator import MASK, Generator, scramble
from kontor.kernel.seats import CHANCE


def game_seed(seed: int, number: int) -> int:
    """Return the seed of one of many games."""
    return scramble(scramble(seed & MASK) ^ number)


def generator_of(seed: int, seat: int) -> Generator:
    """Return the random number generator of a seat, or of chance, in the game of a seed."""
    return Generator(game_seed(seed, seat & MASK))


def generators(seed: int, players: int) -> dict[int, Generator]:
    """Return independent random number generators for chance and for every seat."""
    return {seat: generator_of(seed, seat) for seat in (CHANCE, *range(players))}

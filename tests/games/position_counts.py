"""A check of the counts and sets that a position keeps beside its cells."""

from __future__ import annotations

from typing import Any

from kontor.kernel.base_position import BasePosition
from kontor.kernel.generator import Generator

MOVES_BETWEEN_CHECKS = 5


def check_counts(game: Any, fresh: BasePosition, policy: int, moves: int) -> None:
    """Play moves of a policy, and compare the counts and sets with those of a newly loaded position."""
    engine, generator = game.configuration.engine, Generator(3)
    p = engine.position
    p.load(game.start())
    for number in range(moves):
        if engine.is_over():
            p.load(game.start())
        engine.list_moves()
        engine.make(engine.choose(generator, bytes([policy] * game.players)))
        if number % MOVES_BETWEEN_CHECKS == 0:
            fresh.load(p.store)
            assert (p.counts, p.sets) == (fresh.counts, fresh.sets)

"""Protects the counts and sets beside the cells: moves keep them equal to those of a newly loaded position."""

from __future__ import annotations

import pytest

from kontor.core.values import Setup
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.rules.position import Position
from kontor.kernel.base_position import Snapshots
from kontor.kernel.engine import LIGHT
from kontor.kernel.generator import Generator
from tests.games.position_counts import check_counts

SETUPS: list[Setup] = [
    {"game": "teutonica", "modules": ["promo-markers"]},
    {"game": "teutonica", "board": "east-3-5", "players": 5},
    {"game": "teutonica", "board": "britannia-2-3", "players": 2, "modules": ["two-player-neutral"]},
]


@pytest.mark.parametrize("setup", SETUPS, ids=lambda s: s.get("board", "hanse-4-5"))
def test_moves_keep_the_counts_of_a_loaded_position(setup: Setup) -> None:
    game = Teutonica(setup, "interpreted")
    fresh = Position(game.configuration.engine.position.board, game.players)
    check_counts(game, fresh, LIGHT, moves=400)


def test_a_snapshot_restores_cells_and_counts() -> None:
    engine = Teutonica({"game": "teutonica"}, "interpreted").configuration.engine
    p, generator = engine.position, Generator(1)
    p.load(engine.start())
    snapshot = Snapshots(p, 1)
    cells, counts, sets = bytearray(p.cells), bytearray(p.counts), p.sets[:]
    for _ in range(30):
        engine.list_moves()
        engine.make(engine.choose(generator, bytes(4)))
    assert not p.equals(snapshot)
    p.restore(snapshot)
    assert (p.cells, p.counts, p.sets) == (cells, counts, sets)
    assert p.equals(snapshot)

"""Every allowed configuration fulfils the contract of a game and the invariants of its rules."""

from __future__ import annotations

import pytest

from kontor.core.contract import check_game, check_playout
from kontor.core.record import TURN_CAP
from kontor.core.values import Setup
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.setup import configurations
from tests.marks import case
from tests.rules.invariants import INVARIANTS

SETUPS = list(configurations())
NAMES = ["-".join([s["edition"], s["board"], str(s["players"]), *s["modules"]]) for s in SETUPS]
CAP = 1000


def test_every_configuration_is_tested_once() -> None:
    assert len(set(NAMES)) == len(SETUPS)


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_a_configuration_keeps_the_contract(setup: Setup) -> None:
    check_game(Teutonica(setup), seed=1, cap=40, invariants=INVARIANTS)


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
@case("HT-END-1", "HT-TRN-8")
def test_games_of_light_players_end_by_a_real_ending(setup: Setup) -> None:
    game = Teutonica(setup)
    for seed in range(3):
        record = check_playout(game, seed, ["light"] * game.players, CAP)
        assert record.result is not None
        assert record.result["ended_by"] != TURN_CAP


@pytest.mark.soak
@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_a_configuration_keeps_the_contract_at_length(setup: Setup) -> None:
    for seed in range(20):
        check_game(Teutonica(setup), seed=seed, cap=1500, invariants=INVARIANTS)


@pytest.mark.soak
@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_thousands_of_light_games_end(setup: Setup) -> None:
    game = Teutonica(setup)
    for seed in range(5000):
        position = game.start()
        game.play_out(position, seed, ["light"] * game.players, CAP)
        assert game.ended_by(position), f"seed {seed}"

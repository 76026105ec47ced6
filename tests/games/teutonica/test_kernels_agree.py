"""The compiled and the interpreted kernel play identical games, byte for byte."""

from __future__ import annotations

import hashlib

import pytest

from kontor.core.values import Setup
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.setup import SWITCHES, configurations, resolve
from kontor.kernel.runtime.loading import is_compiled

GAMES_EACH = 1
GAMES_AT_LENGTH = 67  # of 75 configurations, each also with a changed switch: more than 10,000 games
CAPS = {"light": 400, "uniform": 30}
SETUPS = list(configurations())


def fingerprint(setup: Setup, kernel: str, seeds: range, agents: str) -> str:
    """Return a hash over the moves and final bytes of some games."""
    game = Teutonica(setup, kernel)
    digest = hashlib.blake2b(digest_size=16)
    for seed in seeds:
        position = game.start()
        playout = game.play_out(position, seed, [agents] * game.players, CAPS[agents])
        digest.update(playout.digest.to_bytes(8, "big") + bytes(position))
    return digest.hexdigest()


def switched(number: int, setup: Setup) -> Setup:
    """Return the setup with one switch set to another value; the switch depends on the number."""
    names = list(setup["switches"])
    name = names[number % len(names)]
    values = [value for value in SWITCHES[name] if value != setup["switches"][name]]
    return resolve({**setup, "switches": {name: values[number % len(values)]}})


def test_there_is_a_compiled_kernel_to_compare() -> None:
    assert is_compiled("kontor.games.teutonica"), "run 'make kernel' with a C compiler installed"


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=lambda n: f"{n:02}")
def test_both_kernels_play_the_same_games(number: int) -> None:
    setup = SETUPS[number] if number % 2 else switched(number, SETUPS[number])
    for agents in ("light", "uniform"):
        seeds = range(number * 10, number * 10 + GAMES_EACH)
        assert fingerprint(setup, "compiled", seeds, agents) == fingerprint(setup, "interpreted", seeds, agents)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(SETUPS)), ids=lambda n: f"{n:02}")
def test_both_kernels_play_the_same_games_at_length(number: int) -> None:
    for setup in (SETUPS[number], switched(number, SETUPS[number])):
        seeds = range(100, 100 + GAMES_AT_LENGTH)
        assert fingerprint(setup, "compiled", seeds, "light") == fingerprint(setup, "interpreted", seeds, "light")

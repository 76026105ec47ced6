"""Protects the published networks: documented by their hashes, small, and accepted in all their setups."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kontor.core import registry
from kontor.core.kernel_game import NETWORK_OPTIONS, KernelGame
from kontor.core.networks import read_network, setup_group
from kontor.training.setups import setup_groups
from kontor.training.training import file_hash
from tests.docs.pages import ROOT, read

GAMES = ROOT / "src" / "kontor" / "games"
FILES = sorted(GAMES.glob("*/data/networks/*.json"))
MOST_BYTES = 300_000
SETUPS = [setup for path in FILES for setups in setup_groups(path.parents[2].name).values() for setup in setups]


def test_both_games_have_a_network() -> None:
    assert {path.parents[2].name for path in FILES} == {"hansa", "teutonica"}
    assert sum(path.stat().st_size for path in FILES) < MOST_BYTES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_page_names_the_hash_of_every_network(path: Path) -> None:
    assert file_hash(path) in read(ROOT / "docs" / "networks.md")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_network_is_used_only_in_setups_it_was_trained_on(path: Path) -> None:
    network = read_network(json.loads(path.read_text(encoding="utf-8")))
    assert set(network.setups) == set(setup_groups(path.parents[2].name))
    assert set(network.used) <= set(network.setups)
    assert 0.9 < network.exponent < 1.4


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join(map(str, setup.values())))
def test_every_setup_can_be_searched_with_its_network(setup: dict[str, object]) -> None:
    game = registry.game(setup)
    assert isinstance(game, KernelGame)
    assert game.network is not None
    game.set_network(game.network)
    position = game.start()
    game.play_out(position, 1, ["light"] * game.players, 8)
    assert len(set(game.engine.log_odds(position))) > 1
    is_used = setup_group(game.setup) in game.network.used
    assert (NETWORK_OPTIONS.items() <= game.search_options.items()) == is_used

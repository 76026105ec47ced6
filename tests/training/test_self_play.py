"""Protects self-play: reproducible, resumable, complete in its file, and on every setup."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from kontor.arena.records import ArenaError
from kontor.core import registry
from kontor.core.networks import setup_group
from kontor.training.games_file import GamesFile, game_from_json, game_json, read_games
from kontor.training.self_play import SelfPlay, SelfPlayConfig
from kontor.training.self_play_job import play_games
from kontor.training.setups import setup_groups, setup_of_game
from tests.cli.commands import kontor

NETWORK = json.loads((files("kontor.games.hansa") / "data" / "networks" / "hansa.json").read_text(encoding="utf-8"))
SEARCHED = SelfPlayConfig("hansa", seed=3, simulations=4)
PLANNED = SelfPlayConfig("hansa", seed=3, simulations=0)


@pytest.mark.parametrize("name", ["hansa", "teutonica"])
def test_games_take_turns_on_all_setups(name: str) -> None:
    every = list(registry.game_type(name).configurations())
    groups = len(setup_groups(name))
    most = max(len(setups) for setups in setup_groups(name).values())
    played = [setup_of_game(name, number) for number in range(groups * most)]
    assert all(setup in played for setup in every)
    assert len({setup_group(setup) for setup in played[:groups]}) == groups


def test_a_game_can_be_written_and_read() -> None:
    game = SelfPlay(SEARCHED).play(5)
    assert game == SelfPlay(SEARCHED).play(5)
    assert game_from_json(game_json(game)) == game
    assert len(game.positions) == len(game.chances) > 20
    assert any(row is not None and sum(row) > 9000 for row in game.chances)
    assert game.plans
    assert all(sum(plans.visits) == SEARCHED.simulations for plans in game.plans)


def test_self_play_is_resumed_where_it_stopped(tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole.jsonl", tmp_path / "resumed.jsonl"
    play_games(PLANNED, 6, whole, jobs=2)
    play_games(PLANNED, 3, resumed)
    kept = resumed.read_bytes()
    resumed.write_bytes(kept + b'{"number": 3, "se')
    played: list[int] = []
    file = play_games(PLANNED, 6, resumed, progress=played.append)
    assert resumed.read_bytes().startswith(kept)
    assert played == [3, 1, 1, 1]
    assert file.numbers == set(range(6))
    assert sorted(read_games(whole), key=lambda game: game.number) == list(read_games(resumed))


def test_a_file_of_another_self_play_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    GamesFile(path, PLANNED).prepare()
    with pytest.raises(ArenaError, match="another self-play"):
        GamesFile(path, SEARCHED)


def test_a_network_changes_the_games_and_is_named_by_its_hash(tmp_path: Path) -> None:
    with_network = replace(SEARCHED, network=NETWORK)
    assert SelfPlay(with_network).play(5) == SelfPlay(with_network).play(5) != SelfPlay(SEARCHED).play(5)
    path = tmp_path / "games.jsonl"
    GamesFile(path, with_network).prepare()
    assert len(path.read_bytes()) < 500
    with pytest.raises(ArenaError, match="another self-play"):
        GamesFile(path, replace(with_network, network={**NETWORK, "exponent": 2.0}))


def test_the_command_plays_with_a_network_file(tmp_path: Path) -> None:
    network, path = tmp_path / "network.json", tmp_path / "games.jsonl"
    network.write_text(json.dumps(NETWORK))
    options = ("--games", "1", "--simulations", "2", "--seed", "3", "--network", str(network))
    assert kontor("train", "play", "hansa", str(path), *options).exit_code == 0
    assert list(read_games(path)) == [SelfPlay(replace(SEARCHED, simulations=2, network=NETWORK)).play(0)]


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"network": 2}', '{"network": 1}'])
def test_the_command_rejects_a_file_that_is_no_network(tmp_path: Path, content: str) -> None:
    network, path = tmp_path / "network.json", tmp_path / "games.jsonl"
    network.write_text(content)
    result = kontor("train", "play", "hansa", str(path), "--network", str(network))
    assert (result.exit_code, path.exists()) == (2, False)
    assert "is not a network file" in result.stderr


def test_the_command_plays_and_resumes(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for games in (2, 3):
        result = kontor("train", "play", "hansa", str(path), "--games", str(games), "--simulations", "0")
        assert (result.exit_code, result.stderr) == (0, "")
        assert f"{games} games" in result.stdout
    assert [game.number for game in read_games(path)] == [0, 1, 2]

"""Protects the agents of the catalogue: legal, reproducible, equal on both kernels, and suitable for their game."""

from __future__ import annotations

from pathlib import Path

import pytest

from kontor.agents.catalog import NAMES, AgentError, agent, check_agent
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.styles import row
from kontor.core.values import Setup
from kontor.kernel.generator import Generator
from tests.agents.games import SETUPS, play
from tests.core.nim import Nim

STRANGER = """
class First:
    def choose(self, game, view, budget, generator):
        return game.legal_moves(view)[0]
"""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("setup", SETUPS, ids=lambda s: "-".join(map(str, s.values())))
def test_an_agent_makes_legal_moves_and_repeats_itself(name: str, setup: Setup) -> None:
    game = registry.game(setup)
    names = [name] * game.players
    assert play(game, names, 3, 12) == play(game, names, 3, 12)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda s: "-".join(map(str, s.values())))
def test_greedy_is_equal_on_both_kernels(setup: Setup) -> None:
    games = [registry.game(setup, kernel) for kernel in ("compiled", "interpreted")]
    played = [play(game, ["greedy", *["light"] * (game.players - 1)], 5, 4) for game in games]
    assert played[0] == played[1]


def test_greedy_says_that_a_game_has_no_evaluation() -> None:
    game = Nim({})
    with pytest.raises(TypeError, match="no evaluation"):
        agent("greedy").choose(game, game.start(), Budget(), Generator(1))


def test_an_external_agent_is_loaded_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(STRANGER)
    game = registry.game({"game": "hansa"})
    _, moves = play(game, [f"{path}:First", "light", "light", "light"], 1, 2)
    assert moves


def test_an_agent_must_fit_its_game() -> None:
    check_agent("search+rusher", registry.game({"game": "teutonica"}))
    with pytest.raises(AgentError, match="styles balanced"):
        check_agent("search+rusher", registry.game({"game": "hansa"}))
    with pytest.raises(AgentError, match="cannot play nim"):
        check_agent("hard", Nim({}))


@pytest.mark.parametrize("name", ["nobody", "missing.py:First", f"{__file__}:Nothing"])
def test_an_unknown_agent_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(AgentError, match="agent"):
        agent(name)


def test_a_temperament_names_every_weight_and_no_other() -> None:
    assert row({"a": 1, "b": 2}, ("b", "a")) == [2, 1]
    with pytest.raises(ValueError, match="'c'"):
        row({"a": 1, "c": 2}, ("a",))

"""Protects that installed packages can add agents by entry points, and that these cannot replace ours."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import kontor
from kontor.agents import catalog
from kontor.agents.catalog import AgentError
from kontor.core import registry
from tests.arena.entry_points import declare
from tests.cli.commands import command, printed, refused

AGENTS = '''
"""Agents of an installed package."""

from kontor.core.agent import Budget, Uniform


class Steady(Uniform):
    """Never fails."""


class Broken:
    """Cannot be created."""

    def __init__(self) -> None:
        raise ValueError("no idea")
'''
LINES = "steady = some_agents:Steady\nbroken = some_agents:Broken\nlight = some_agents:Broken\nNot-A-Name = x:y\n"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an installed package with agents."""
    declare(tmp_path, LINES, "kontor.agents")
    (tmp_path / "some_agents.py").write_text(AGENTS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("installed")
def test_its_name_is_one_of_the_catalogue() -> None:
    game = registry.game({"game": "hansa", "players": 2})
    assert catalog.names() == [*catalog.NAMES, "broken", "steady"]
    catalog.check_agent("steady", game)
    assert type(catalog.listed_agent("steady")).__name__ == "Steady"
    assert type(catalog.agent("light")).__name__ == "KernelPolicy"
    assert not catalog.is_listed("steady+rusher")
    state = kontor.game("hansa", players=2).new_state(seed=1)
    assert kontor.agent("steady").choose(state) in state.legal_moves
    assert all("steady" in listed["agents"] for listed in printed("games")["games"])


@pytest.mark.usefixtures("installed")
def test_one_that_cannot_be_created_is_named() -> None:
    with pytest.raises(AgentError, match="agent 'broken' cannot be created: ValueError: no idea"):
        catalog.agent("broken")
    assert "Did you mean 'steady'?" in refused("simulate", "hansa", "--agents", "stedy", code=2)


def test_it_plays_in_worker_processes(installed: Path) -> None:
    path = os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")])
    line = ["simulate", "hansa", "--players", 2, "--agents", "light,steady", "--games", 2, "--cap", 20, "--json"]
    done = command(*line, PYTHONPATH=path)
    assert done.stderr == ""
    assert json.loads(done.stdout)["agents"] == ["light", "steady"]


def test_without_the_package_the_name_is_unknown() -> None:
    assert not catalog.is_listed("steady")
    with pytest.raises(AgentError, match="agent 'steady' is unknown"):
        catalog.agent("steady")

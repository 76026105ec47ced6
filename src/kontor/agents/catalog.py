"""The catalogue of agents by name: quick policies, planners, levels for people, and strangers' agents from a file."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

from kontor.agents.greedy import Greedy
from kontor.agents.levels import LEVELS
from kontor.agents.quick import Quick
from kontor.agents.search import Search
from kontor.core.agent import Agent
from kontor.core.game import Game, Planned
from kontor.core.kernel_game import BALANCED, POLICIES

PLANNERS: dict[str, Callable[[str], Agent]] = {"greedy": Greedy, "search": Search, **LEVELS}
NAMES = (*POLICIES, *PLANNERS)


class AgentError(ValueError):
    """An agent that cannot be had; the text is one sentence."""


def agent(name: str) -> Agent:
    """The agent of that name, as `search+rusher` with a temperament, or of `path.py:Name` from a stranger's file."""
    if ":" in name:
        return stranger(name)
    base, _, temperament = name.partition("+")
    if base in PLANNERS:
        return PLANNERS[base](temperament or BALANCED)
    if name in POLICIES:
        return Quick(name)
    raise AgentError(f"agent {name!r} is unknown; it may be {', '.join(NAMES)} or path.py:Name.")


def agent_for(name: str, game: Game) -> Agent:
    """The agent of that name, if it can play the game."""
    made = agent(name)
    base, _, temperament = name.partition("+")
    if base not in PLANNERS:
        return made
    if not isinstance(game, Planned):
        raise AgentError(f"agent {name!r} cannot play {game.setup['game']}, which has no evaluation to plan by.")
    if temperament and temperament not in game.temperaments():
        known = ", ".join(game.temperaments())
        raise AgentError(f"agent {name!r} is unknown: {game.setup['game']} has the temperaments {known}.")
    return made


def stranger(name: str) -> Agent:
    """An agent from a file of its own."""
    path, _, class_name = name.rpartition(":")
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None or not Path(path).exists():
        raise AgentError(f"agent {name!r}: the file {path!r} cannot be loaded.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        made: Agent = getattr(module, class_name)()
    except Exception as problem:
        raise AgentError(f"agent {name!r} cannot be made: {type(problem).__name__}: {problem}.") from problem
    return made

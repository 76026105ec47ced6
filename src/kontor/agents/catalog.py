"""The catalogue of agents by name: quick policies, planners, levels for people, and strangers' agents from a file."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from kontor.agents.greedy import Greedy
from kontor.agents.levels import LEVELS
from kontor.agents.quick import Quick
from kontor.agents.search import Search
from kontor.core.agent import Agent
from kontor.core.game import Game
from kontor.core.kernel_game import BALANCED, POLICIES
from kontor.core.registry import GameType

PLANNERS: dict[str, Callable[[str], Agent]] = {"greedy": Greedy, "search": Search, **LEVELS}
NAMES = (*POLICIES, *PLANNERS)
STYLE = re.compile("[a-z][a-z-]*")


class AgentError(ValueError):
    """An agent that cannot be had; the text is one sentence."""


def agent(name: str, sources: Mapping[str, bytes] = MappingProxyType({})) -> Agent:
    """The agent of that name, as `search+rusher` with a style, or of `path.py:Name` from a stranger's file.

    The content of such a file may be known by its path.
    """
    if ":" in name:
        return stranger(name, sources)
    base, _, style = name.partition("+")
    if base in PLANNERS:
        return PLANNERS[base](style or BALANCED)
    if name in POLICIES:
        return Quick(name)
    raise AgentError(f"agent {name!r} is unknown; it may be {', '.join(NAMES)} or path.py:Name.")


def is_listed(name: str) -> bool:
    """Return whether a name is one of the catalogue, with or without a style, and not an agent from a file."""
    base, plus, style = name.partition("+")
    return base in NAMES and (not plus or (base in PLANNERS and STYLE.fullmatch(style) is not None))


def listed_agent(name: str) -> Agent:
    """Return an agent of the catalogue; no file is ever loaded, because the name may come from a stranger."""
    if not is_listed(name):
        raise AgentError(f"agent {name!r} is not in the catalogue; it may be {', '.join(NAMES)}.")
    return agent(name)


def describe(game_type: GameType) -> dict[str, Any]:
    """What a family says of itself, with every agent of the catalogue that can play it."""
    described = game_type.describe()
    planners = PLANNERS if described.get("styles") else ()
    return {**described, "agents": [*described["agents"], *planners]}


def check_agent(name: str, game: Game) -> None:
    """Refuse an agent that cannot be had or cannot play the game."""
    agent(name)
    base, _, style = name.partition("+")
    if base not in PLANNERS:
        return
    if not game.has_evaluation:
        raise AgentError(f"agent {name!r} cannot play {game.setup['game']}, which has no evaluation to plan by.")
    if style and style not in game.styles():
        known = ", ".join(game.styles())
        raise AgentError(f"agent {name!r} is unknown: {game.setup['game']} has the styles {known}.")


def stranger(name: str, sources: Mapping[str, bytes]) -> Agent:
    """An agent from a file of its own."""
    path, _, class_name = name.rpartition(":")
    source = sources.get(path) or source_of(name)
    module = sys.modules[name] = ModuleType(name)  # registered, since dataclasses look for the module of a class
    module.__file__ = path
    try:
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
        made: Agent = getattr(module, class_name)()
    except Exception as problem:
        raise AgentError(f"agent {name!r} cannot be made: {type(problem).__name__}: {problem}.") from problem
    return made


def source_of(name: str) -> bytes:
    """The content of a stranger's file."""
    path = name.rpartition(":")[0]
    try:
        return Path(path).read_bytes()
    except OSError as problem:
        raise AgentError(f"agent {name!r}: the file {path!r} cannot be loaded.") from problem


def sources_of(names: Iterable[str]) -> dict[str, bytes]:
    """The content of every stranger's file among some agents, by its path, to be carried to other machines."""
    return {name.rpartition(":")[0]: source_of(name) for name in names if ":" in name}

"""The catalogue of agents by name: kernel policies, planners, levels, and agents of other packages or from a file."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from kontor.agents.greedy import Greedy
from kontor.agents.kernel_policy import KernelPolicy
from kontor.agents.levels import LEVELS
from kontor.agents.search import Search
from kontor.core.agent import Agent
from kontor.core.entry_points import entry_points
from kontor.core.game import Game
from kontor.core.game_type import GameType
from kontor.core.kernel_game import BALANCED, POLICIES
from kontor.core.suggestions import did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PLANNERS: dict[str, Callable[[str], Agent]] = {"greedy": Greedy, "search": Search, **LEVELS}
NAMES = (*POLICIES, *PLANNERS)
STYLE_PATTERN = re.compile("[a-z][a-z-]*")
GROUP = "kontor.agents"  # entry points: classes, or functions without arguments that return an agent
NAME_PATTERN = re.compile("[a-z][a-z0-9-]*")


class AgentError(ValueError):
    """An agent that cannot be created or cannot play a game; the message is one sentence."""


def agent(name: str, sources: Mapping[str, bytes] = MappingProxyType({})) -> Agent:
    """Return the agent of that name: `search`, `search+rusher` with a style, or `path.py:Name` from a file.

    Installed packages may declare further names as entry points.
    `sources` may hold the content of such files by their paths.
    """
    if ":" in name:
        return agent_from_file(name, sources)
    base, _, style = name.partition("+")
    if base in PLANNERS:
        return PLANNERS[base](style or BALANCED)
    if name in POLICIES:
        return KernelPolicy(name)
    if name in (declared := declared_agents()):
        return declared_agent(declared[name])
    known = [*NAMES, *declared]
    raise AgentError(
        f"agent {name!r} is unknown; it may be {', '.join(known)} or path.py:Name.{did_you_mean(base, known)}"
    )


def names() -> list[str]:
    """Return the names of all agents but those in files: our own, then those of installed packages."""
    return [*NAMES, *declared_agents()]


def declared_agents() -> dict[str, EntryPoint]:
    """Return the agents that installed packages declare; they cannot replace ours."""
    points = {point.name: point for point in entry_points(GROUP)}
    return {name: points[name] for name in sorted(points) if NAME_PATTERN.fullmatch(name) and name not in NAMES}


def declared_agent(point: EntryPoint) -> Agent:
    """Return a new agent of an installed package."""
    try:
        made: Agent = point.load()()
    except Exception as problem:
        raise AgentError(f"agent {point.name!r} cannot be created: {type(problem).__name__}: {problem}.") from problem
    return made


def is_listed(name: str) -> bool:
    """Return whether a name is in the catalogue, with or without a style, and not an agent from a file.

    Entry points are in the catalogue: the operator of a server has installed their packages.
    """
    base, plus, style = name.partition("+")
    if plus:
        return base in PLANNERS and STYLE_PATTERN.fullmatch(style) is not None
    return name in NAMES or name in declared_agents()


def listed_agent(name: str) -> Agent:
    """Return an agent of the catalogue and never load a file, because the name may come from an untrusted user."""
    if not is_listed(name):
        raise AgentError(f"agent {name!r} is not in the catalogue; it may be {', '.join(names())}.")
    return agent(name)


def describe(game_type: GameType) -> dict[str, Any]:
    """Return the description of a game, with every agent of the catalogue that can play it."""
    described = game_type.describe()
    planners = PLANNERS if described.get("styles") else ()
    return {**described, "agents": [*described["agents"], *planners, *declared_agents()]}


def check_agent(name: str, game: Game) -> None:
    """Reject an agent that does not exist or cannot play the game."""
    agent(name)
    base, _, style = name.partition("+")
    if base not in PLANNERS:
        return
    if not game.has_evaluation:
        raise AgentError(f"agent {name!r} cannot play {game.setup['game']}, which has no evaluation for planning.")
    if style and style not in game.styles():
        known = game.styles()
        raise AgentError(
            f"agent {name!r} is unknown: {game.setup['game']} has the styles {', '.join(known)}."
            f"{did_you_mean(style, known)}"
        )


def agent_from_file(name: str, sources: Mapping[str, bytes]) -> Agent:
    """Return an agent of a class in a Python file."""
    path, _, class_name = name.rpartition(":")
    source = sources.get(path) or read_source(name)
    module = sys.modules[name] = ModuleType(name)  # registered, since dataclasses look for the module of a class
    module.__file__ = path
    try:
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
        made: Agent = getattr(module, class_name)()
    except Exception as problem:
        raise AgentError(f"agent {name!r} cannot be created: {type(problem).__name__}: {problem}.") from problem
    return made


def read_source(name: str) -> bytes:
    """Return the content of the file of an agent."""
    path = name.rpartition(":")[0]
    try:
        return Path(path).read_bytes()
    except OSError as problem:
        raise AgentError(f"agent {name!r}: the file {path!r} cannot be loaded.") from problem


def read_sources(names: Iterable[str]) -> dict[str, bytes]:
    """Return the content of every file among some agents by its path, to be sent to other machines."""
    return {name.rpartition(":")[0]: read_source(name) for name in names if ":" in name}

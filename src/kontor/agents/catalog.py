"""The catalogue of agents by name: quick policies, planners, and agents of strangers from a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType

from kontor.agents.greedy import Greedy
from kontor.agents.quick import Quick
from kontor.core.agent import Agent

MAKERS: dict[str, Callable[[], Agent]] = {
    "uniform": lambda: Quick("uniform"),
    "light": lambda: Quick("light"),
    "greedy": Greedy,
}


class AgentError(ValueError):
    """An agent that cannot be had; the text is one sentence."""


def agent(name: str, sources: Mapping[str, bytes] = MappingProxyType({})) -> Agent:
    """The agent of that name, or of `path.py:Name` from a stranger's file, whose content may be known by its path."""
    if name in MAKERS:
        return MAKERS[name]()
    if ":" in name:
        return stranger(name, sources)
    raise AgentError(f"agent {name!r} is unknown; it may be {', '.join(MAKERS)} or path.py:Name.")


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
    return {name.rpartition(":")[0]: source_of(name) for name in names if name not in MAKERS}

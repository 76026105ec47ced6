"""The catalogue of agents by name: quick policies, planners, and agents of strangers from a file."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

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


def agent(name: str) -> Agent:
    """The agent of that name, or of `path.py:Name` from a stranger's file."""
    if name in MAKERS:
        return MAKERS[name]()
    if ":" in name:
        return stranger(name)
    raise AgentError(f"agent {name!r} is unknown; it may be {', '.join(MAKERS)} or path.py:Name.")


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

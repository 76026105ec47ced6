"""The reference of the Python API, generated from docstrings."""

from __future__ import annotations

MODULES = (
    "kontor.core.registry",
    "kontor.core.game",
    "kontor.core.record",
    "kontor.core.notation",
    "kontor.core.agent",
    "kontor.core.contract",
    "kontor.core.presentation",
    "kontor.agents.catalog",
    "kontor.arena.play",
    "kontor.arena.simulate",
    "kontor.arena.tournament",
    "kontor.envs.pettingzoo",
    "kontor.envs.openspiel",
    "kontor.envs.batch",
)


def api_reference() -> str:
    """Return the part of the page that mkdocstrings fills in."""
    return "\n\n".join(["", "## All modules", *(f"### {module}\n\n::: {module}" for module in MODULES)]) + "\n"

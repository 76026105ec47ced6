"""The doors that Python programs come in by, as their docstrings describe them."""

from __future__ import annotations

DOORS = (
    "kontor.core.registry",
    "kontor.core.game",
    "kontor.core.record",
    "kontor.core.notation",
    "kontor.core.agent",
    "kontor.core.contract",
    "kontor.agents.catalog",
    "kontor.arena.play",
    "kontor.arena.simulate",
    "kontor.arena.tournament",
    "kontor.envs.pettingzoo",
    "kontor.envs.openspiel",
    "kontor.envs.batch",
)


def doors_text() -> str:
    """The page's part that mkdocstrings fills in."""
    return "\n\n".join(["", "## Every door", *(f"### {door}\n\n::: {door}" for door in DOORS)]) + "\n"

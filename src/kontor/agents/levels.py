"""Levels for people: five named opponents, each a planner with its care and its budget."""

from __future__ import annotations

from collections.abc import Callable

from kontor.agents.greedy import Greedy
from kontor.agents.search import Search
from kontor.core.agent import Agent, Budget


def beginner(style: str) -> Agent:
    """Sees one action ahead and often misjudges it."""
    return Greedy(style, width=1, plans=24, error=900)


def easy(style: str) -> Agent:
    """Plans a turn, and misjudges it now and then."""
    return Greedy(style, width=2, plans=12, error=300)


def medium(style: str) -> Agent:
    """Plans a turn with care, without a thought for the others."""
    return Greedy(style)


def hard(style: str) -> Agent:
    """Searches for a good half second among a few turns."""
    return Search(style, Budget(seconds=0.6), beam_at_root=8, plans_at_root=12)


def expert(style: str) -> Agent:
    """Searches for almost five seconds among many turns."""
    return Search(style, Budget(seconds=4.8))


LEVELS: dict[str, Callable[[str], Agent]] = {
    "beginner": beginner,
    "easy": easy,
    "medium": medium,
    "hard": hard,
    "expert": expert,
}

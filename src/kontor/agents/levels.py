"""Levels for human opponents: five named agents of increasing strength."""

from __future__ import annotations

from collections.abc import Callable

from kontor.agents.greedy import Greedy
from kontor.agents.search import Search
from kontor.core.agent import Agent, Budget


def beginner(style: str) -> Agent:
    """Return an agent that plans a turn with a large evaluation error."""
    return Greedy(style, width=2, plans=24, error=600)


def easy(style: str) -> Agent:
    """Return an agent that plans a turn with a small evaluation error."""
    return Greedy(style, width=2, plans=12, error=180)


def medium(style: str) -> Agent:
    """Return an agent that plans a turn without errors and ignores its opponents."""
    return Greedy(style)


def hard(style: str) -> Agent:
    """Return an agent that searches for 0.6 seconds among a few turns."""
    return Search(style, Budget(seconds=0.6), beam_at_root=8, plans_at_root=12)


def expert(style: str) -> Agent:
    """Return an agent that searches for 4.8 seconds among many turns, also among the replies."""
    return Search(style, Budget(seconds=4.8), beam=2, plans=6)


LEVELS: dict[str, Callable[[str], Agent]] = {
    "beginner": beginner,
    "easy": easy,
    "medium": medium,
    "hard": hard,
    "expert": expert,
}

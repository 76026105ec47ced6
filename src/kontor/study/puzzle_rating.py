"""Difficulty of puzzles: how many agents of different strength miss the solution."""

from __future__ import annotations

from kontor.agents.catalog import agent
from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.study.turns import canonical_position, played, turn_of

RATING_AGENTS: tuple[tuple[str, Budget], ...] = (
    ("beginner", Budget()),
    ("beginner", Budget()),
    ("easy", Budget()),
    ("easy", Budget()),
    ("medium", Budget()),
    ("search", Budget(playouts=20)),
    ("search", Budget(playouts=80)),
)
EASIEST, HARDEST = 1, 5


def missed_by(game: Game, position: PositionBytes, line: tuple[int, ...]) -> list[str]:
    """Return the agents whose turn leads to another position, each with its own random numbers."""
    expected = canonical_position(game, played(game, position, line))
    missed = []
    for seed, (name, budget) in enumerate(RATING_AGENTS):
        found = turn_of(game, position, agent(name), budget, seed)
        if canonical_position(game, played(game, position, found)) != expected:
            missed.append(name if budget.playouts is None else f"{name} {budget.playouts}")
    return missed


def difficulty(missed: list[str]) -> int:
    """Return the difficulty from 1 (all agents find it) to 5 (all miss it)."""
    return EASIEST + round((HARDEST - EASIEST) * len(missed) / len(RATING_AGENTS))

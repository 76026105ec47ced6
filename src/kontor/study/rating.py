"""Rating puzzles: how many players of the ladder miss the solution."""

from __future__ import annotations

from kontor.agents.catalog import agent
from kontor.core.agent import Budget
from kontor.core.game import Game, PositionBytes
from kontor.study.turns import outcome, played, turn_of

LADDER: tuple[tuple[str, Budget], ...] = (
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
    """The players of the ladder, each with random numbers of its own, whose turn comes to something else."""
    due = outcome(game, played(game, position, line))
    missed = []
    for seed, (name, budget) in enumerate(LADDER):
        found = turn_of(game, position, agent(name), budget, seed)
        if outcome(game, played(game, position, found)) != due:
            missed.append(name if budget.playouts is None else f"{name} {budget.playouts}")
    return missed


def difficulty(missed: list[str]) -> int:
    """From 1, which everybody finds, to 5, which all of them miss."""
    return EASIEST + round((HARDEST - EASIEST) * len(missed) / len(LADDER))

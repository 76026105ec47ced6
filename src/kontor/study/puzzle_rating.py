"""Difficulty of puzzles: how many agents of different strength miss the solution."""

from __future__ import annotations

from dataclasses import replace

from kontor.agents.catalog import agent
from kontor.core.agent import Budget
from kontor.study.puzzle import Puzzle
from kontor.study.puzzle_verification import is_solved
from kontor.study.turns import turn_of

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


def rated(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the agents that miss its solution, and its difficulty."""
    missed = missed_by(puzzle)
    return replace(puzzle, difficulty=difficulty(missed), missed_by=tuple(missed))


def missed_by(puzzle: Puzzle) -> list[str]:
    """Return the agents whose turn does not solve a puzzle, each with its own random numbers."""
    game = puzzle.game()
    position, missed = puzzle.start(game), []
    for seed, (name, budget) in enumerate(RATING_AGENTS):
        turn = turn_of(game, position, agent(name), budget, seed)
        if not is_solved(game, position, turn, puzzle):
            missed.append(name if budget.playouts is None else f"{name} {budget.playouts}")
    return missed


def difficulty(missed: list[str]) -> int:
    """Return the difficulty from 1 (all agents find it) to 5 (all miss it)."""
    return EASIEST + round((HARDEST - EASIEST) * len(missed) / len(RATING_AGENTS))

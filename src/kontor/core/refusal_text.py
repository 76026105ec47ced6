"""Refusals as text."""

from __future__ import annotations

from kontor.core.game import IllegalMove


def illegal_move_text(problem: IllegalMove) -> str:
    """Return the sentence for an illegal move: the rule and the facts."""
    facts = "; ".join(f"{name}: {value}" for name, value in problem.refusal.facts.items())
    return f"{problem} ({facts})" if facts else str(problem)

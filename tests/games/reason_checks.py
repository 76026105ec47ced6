"""Checks of the reasons of refusals, shared by the games."""

from __future__ import annotations

from string import Formatter

from kontor.core.values import IllegalMove, Refusal


def assert_made_of_facts(template: str, refusal: Refusal) -> None:
    """Check that a reason uses only facts of its refusal and makes one sentence with the rule."""
    used = {name for _, name, _, _ in Formatter().parse(template) if name}
    assert used <= set(refusal.facts)
    assert refusal.reason
    assert not set(refusal.reason) & set("{}[]\"'")
    assert str(IllegalMove("stop", refusal)) == f"'stop' is not legal: {refusal.reason} [{refusal.rule}]."

"""The setups of self-play: every board, player count, edition and set of modules of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kontor.core import registry
from kontor.core.networks import setup_group
from kontor.core.values import Setup


@cache
def setup_groups(name: str) -> dict[str, Sequence[Setup]]:
    """Return all setups of a game by board and player count."""
    groups: dict[str, list[Setup]] = {}
    for setup in registry.game_type(name).configurations():
        groups.setdefault(setup_group(setup), []).append(setup)
    return {group: tuple(setups) for group, setups in groups.items()}


def setup_of_game(name: str, number: int) -> Setup:
    """Return the setup of a self-play game: groups take turns, and in each group its variants."""
    groups = list(setup_groups(name).values())
    variants = groups[number % len(groups)]
    return variants[number // len(groups) % len(variants)]

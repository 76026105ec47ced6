"""Counts that a game reports about its seats, for statistics over many games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Statistics = Mapping[str, Mapping[str, int]]
"""Counts by kind and by name: `{"ability": {"actions": 2}}`."""


@dataclass(frozen=True)
class StatEvent:
    """Something that a seat did, or that was done to it, a number of times."""

    seat: int
    kind: str
    name: str
    count: int = 1

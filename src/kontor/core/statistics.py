"""Counts that a game reports about its seats, for statistics over many games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Statistics = Mapping[str, Mapping[str, int]]
"""Counts by kind and by name: `{"ability": {"actions": 2}}`."""


@dataclass(frozen=True)
class StatEvent:
    """A count that is added to the statistics of a seat."""

    seat: int
    kind: str
    name: str
    count: int = 1

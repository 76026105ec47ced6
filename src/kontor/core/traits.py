"""Traits: what a game says, in its own words, of what seats have and do, for those who count it over many games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from kontor.core.game import Event, Position, Seat

Traits = Mapping[str, Mapping[str, int]]
"""Counts by kind and by name: `{"ability": {"actions": 2}}`."""


@dataclass(frozen=True)
class Deed:
    """Something a seat did, or that was done to it, so many times."""

    seat: Seat
    kind: str
    name: str
    count: int = 1


@runtime_checkable
class Traited(Protocol):
    """A game that can be asked what its seats have and do."""

    def progress(self, position: Position) -> Sequence[Traits]:
        """How far every seat has come; it is asked after every turn."""
        ...

    def holdings(self, position: Position) -> Sequence[Traits]:
        """What every seat has when the game is over."""
        ...

    def deeds(self, event: Event) -> Iterable[Deed]:
        """What an event counts for."""
        ...

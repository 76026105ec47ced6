"""Outlooks: which features a seat sees of a position, as tables that the kernel works by.

Every seat sees itself as `own` and the others as `next-1`, `next-2` … in the order of play.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from kontor.core.game import Position, Seat

VALUES = 256

Meaning = Mapping[int, int]
"""What the values of a cell become: the number of a feature, from 1; values not named are seen as nothing."""


@dataclass(frozen=True)
class Sight:
    """One cell of a position and its features: an amount, cut off at `most`, or which of several things it says.

    Cells and meanings are given for every seat that looks.
    """

    name: str
    cells: Sequence[int]
    features: Sequence[str] = ()
    meanings: Sequence[Meaning] = ()
    most: int = 1

    @property
    def width(self) -> int:
        """How many features it has."""
        return len(self.features) or 1

    def feature_names(self) -> list[str]:
        """Its features in words."""
        return [f"{self.name} {feature}" for feature in self.features] or [self.name]


@dataclass(frozen=True)
class Pile:
    """A list of pairs in a position, a place and what lies there, seen as how many of each there are."""

    name: str
    count: int
    first: int
    places: Sequence[str]
    features: Sequence[str]
    meanings: Sequence[Meaning]

    @property
    def width(self) -> int:
        """How many features it has."""
        return len(self.places) * len(self.features)

    def feature_names(self) -> list[str]:
        """Its features in words."""
        return [f"{self.name} {place} {feature}" for place in self.places for feature in self.features]


@dataclass(frozen=True)
class Stack:
    """Frames of equal size in a position, seen from the topmost down; sights count cells from its beginning."""

    depth: int
    first: int
    size: int


@dataclass(frozen=True)
class Outlook:
    """Everything a seat sees: who it is, then sights, those of a stack, and a pile."""

    players: int
    sights: Sequence[Sight]
    frames: Sequence[Sight] = ()
    stack: Stack = field(default_factory=lambda: Stack(0, 0, 0))
    pile: Pile | None = None

    @property
    def everything(self) -> list[Sight | Pile]:
        """All that has features, in their order."""
        return [*self.sights, *self.frames, *([self.pile] if self.pile else [])]

    @cached_property
    def names(self) -> list[str]:
        """Every feature in words, by its number."""
        seats = [f"seat {seat}" for seat in range(self.players)]
        return seats + [name for each in self.everything for name in each.feature_names()]

    @cached_property
    def highs(self) -> list[int]:
        """The highest number every feature can have."""
        most = [1] * self.players
        for each in self.everything:
            most += [each.most if isinstance(each, Sight) and not each.features else 1] * each.width
        if self.pile:
            most[-self.pile.width :] = [VALUES - 1] * self.pile.width
        return most

    def tables(self) -> dict[str, array[int]]:
        """What an observer inside a kernel is made of."""
        meanings = _Meanings()
        sights = [*self.sights, *self.frames]
        codes = [meanings.code(sight, seat) for seat in range(self.players) for sight in sights]
        pile = self._pile_row(meanings)
        return {
            "sizes": array("i", [self.players, len(self.names), len(self.sights), len(sights)]),
            "cells": array("i", [sight.cells[seat] for seat in range(self.players) for sight in sights]),
            "codes": array("i", codes),
            "firsts": array("i", _firsts(self.players, sights)),
            "stack": array("i", [self.stack.depth, self.stack.first, self.stack.size]),
            "pile": array("i", pile),
            "meanings": array("i", meanings.row),
        }

    def _pile_row(self, meanings: _Meanings) -> list[int]:
        if self.pile is None:
            return []
        at = len(self.names) - self.pile.width
        codes = [meanings.table(meaning) for meaning in self.pile.meanings]
        return [self.pile.count, self.pile.first, at, len(self.pile.features), *codes]


class _Meanings:
    """Tables of meanings one after another, equal ones once."""

    def __init__(self) -> None:
        self.row: list[int] = []
        self.known: dict[tuple[tuple[int, int], ...], int] = {}

    def code(self, sight: Sight, seat: Seat) -> int:
        """Where the table of a sight begins, or what an amount is cut off at, negative."""
        return self.table(sight.meanings[seat]) if sight.features else -sight.most

    def table(self, meaning: Meaning) -> int:
        """Where the table of a meaning begins."""
        table = tuple(meaning.items())
        if table not in self.known:
            self.known[table] = len(self.row)
            self.row += [meaning.get(value, 0) for value in range(VALUES)]
        return self.known[table]


def _firsts(at: int, sights: Iterable[Sight]) -> list[int]:
    firsts = []
    for sight in sights:
        firsts.append(at)
        at += sight.width
    return firsts


class Glossary:
    """Makes the sights of one number of players."""

    def __init__(self, players: int) -> None:
        self.players = players

    @property
    def others(self) -> list[str]:
        """The names of the seats as a seat sees them."""
        return ["own", *(f"next-{n}" for n in range(1, self.players))]

    def amount(self, name: str, cell: int, most: int) -> Sight:
        """An amount that every seat finds in the same cell."""
        return Sight(name, [cell] * self.players, most=most)

    def amounts(self, name: str, first: int, size: int, most: int) -> list[Sight]:
        """An amount of every seat, whose cells are so far apart, the looking seat's first."""
        around = [(other, self.around(first, size, turned)) for turned, other in enumerate(self.others)]
        return [Sight(f"{other} {name}", cells, most=most) for other, cells in around]

    def around(self, first: int, size: int, turned: int) -> list[int]:
        """Where each seat finds the cell of the seat that sits so many places after it."""
        return [first + (seat + turned) % self.players * size for seat in range(self.players)]

    def choice(self, name: str, cell: int, features: Sequence[str], meaning: Meaning) -> Sight:
        """Which of several things a cell says, the same for every seat."""
        return Sight(name, [cell] * self.players, features, [meaning] * self.players)

    def bits(self, name: str, cell: int, features: Sequence[str]) -> list[Sight]:
        """Every bit of a cell."""
        return [
            self.choice(name, cell, [feature], {value: 1 for value in range(VALUES) if value >> n & 1})
            for n, feature in enumerate(features)
        ]

    def seat(self, name: str, cell: int, offset: int, extra: Mapping[int, str] | None = None) -> Sight:
        """Which seat a cell names, by its number plus an offset; further values have names of their own."""
        features = [*self.others, *(extra or {}).values()]
        further = {value: self.players + n + 1 for n, value in enumerate(extra or {})}
        meanings = [
            {**{offset + (seat + n) % self.players: n + 1 for n in range(self.players)}, **further}
            for seat in range(self.players)
        ]
        return Sight(name, [cell] * self.players, features, meanings)


def counted(names: Sequence[str], first: int = 1) -> tuple[Sequence[str], Meaning]:
    """The features and the meaning of a cell that numbers some names from the first on."""
    return names, {first + n: n + 1 for n in range(len(names))}


@runtime_checkable
class Observed(Protocol):
    """A game that says as numbers what a seat sees, and plays many games at once inside its kernel."""

    @property
    def outlook(self) -> Outlook:
        """What the numbers of an observation mean."""
        ...

    def observe(self, position: Position, seat: Seat) -> bytearray:
        """What a seat sees of a position, one number for every feature of the outlook."""
        ...

    def batch(self, companies: Sequence[bytes], advice: bytes, cap: int, moves: int, rows: Any) -> Any:
        """Many games inside the kernel, as `kontor.core.batching` says."""
        ...

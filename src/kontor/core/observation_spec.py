"""Observation specs: the features of a position that a seat sees, as tables for the kernel.

Every seat sees itself as `own` and the others as `next-1`, `next-2` … in the order of play.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

VALUES = 256

Meaning = Mapping[int, int]
"""What the values of a cell become: the number of a feature, from 1; values not named are seen as nothing."""


@dataclass(frozen=True)
class Feature:
    """One cell of a position and its features: an amount, cut off at `most`, or which of several things it says.

    Cells and meanings are given for every seat that looks.
    """

    name: str
    cells: Sequence[int]
    categories: Sequence[str] = ()
    meanings: Sequence[Meaning] = ()
    most: int = 1

    @property
    def width(self) -> int:
        """How many features it has."""
        return len(self.categories) or 1

    def feature_names(self) -> list[str]:
        """Its features in words."""
        return [f"{self.name} {feature}" for feature in self.categories] or [self.name]


@dataclass(frozen=True)
class Pile:
    """A list of pairs in a position, a place and what lies there, seen as how many of each there are."""

    name: str
    count: int
    first: int
    places: Sequence[str]
    categories: Sequence[str]
    meanings: Sequence[Meaning]

    @property
    def width(self) -> int:
        """How many features it has."""
        return len(self.places) * len(self.categories)

    def feature_names(self) -> list[str]:
        """Its features in words."""
        return [f"{self.name} {place} {feature}" for place in self.places for feature in self.categories]


@dataclass(frozen=True)
class Stack:
    """Frames of equal size in a position, seen from the topmost down; sights count cells from its beginning."""

    depth: int
    first: int
    size: int


@dataclass(frozen=True)
class ObservationSpec:
    """Everything a seat sees: who it is, then sights, those of a stack, and a pile."""

    players: int
    features: Sequence[Feature]
    frames: Sequence[Feature] = ()
    stack: Stack = field(default_factory=lambda: Stack(0, 0, 0))
    pile: Pile | None = None

    @property
    def everything(self) -> list[Feature | Pile]:
        """All that has features, in their order."""
        return [*self.features, *self.frames, *([self.pile] if self.pile else [])]

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
            most += [each.most if isinstance(each, Feature) and not each.categories else 1] * each.width
        if self.pile:
            most[-self.pile.width :] = [VALUES - 1] * self.pile.width
        return most

    def tables(self) -> dict[str, array[int]]:
        """What an observer inside a kernel is made of."""
        meanings = _Meanings()
        features = [*self.features, *self.frames]
        codes = [meanings.code(feature, seat) for seat in range(self.players) for feature in features]
        pile = self._pile_row(meanings)
        return {
            "sizes": array("i", [self.players, len(self.names), len(self.features), len(features)]),
            "cells": array("i", [feature.cells[seat] for seat in range(self.players) for feature in features]),
            "codes": array("i", codes),
            "firsts": array("i", _firsts(self.players, features)),
            "stack": array("i", [self.stack.depth, self.stack.first, self.stack.size]),
            "pile": array("i", pile),
            "meanings": array("i", meanings.row),
        }

    def _pile_row(self, meanings: _Meanings) -> list[int]:
        if self.pile is None:
            return []
        at = len(self.names) - self.pile.width
        codes = [meanings.table(meaning) for meaning in self.pile.meanings]
        return [self.pile.count, self.pile.first, at, len(self.pile.categories), *codes]


class _Meanings:
    """Tables of meanings one after another, equal ones once."""

    def __init__(self) -> None:
        self.row: list[int] = []
        self.known: dict[tuple[tuple[int, int], ...], int] = {}

    def code(self, feature: Feature, seat: int) -> int:
        """Where the table of a sight begins, or what an amount is cut off at, negative."""
        return self.table(feature.meanings[seat]) if feature.categories else -feature.most

    def table(self, meaning: Meaning) -> int:
        """Where the table of a meaning begins."""
        table = tuple(meaning.items())
        if table not in self.known:
            self.known[table] = len(self.row)
            self.row += [meaning.get(value, 0) for value in range(VALUES)]
        return self.known[table]


def _firsts(at: int, features: Iterable[Feature]) -> list[int]:
    firsts = []
    for feature in features:
        firsts.append(at)
        at += feature.width
    return firsts


class FeatureBuilder:
    """Makes the sights of one number of players."""

    def __init__(self, players: int) -> None:
        self.players = players

    @property
    def others(self) -> list[str]:
        """The names of the seats as a seat sees them."""
        return ["own", *(f"next-{n}" for n in range(1, self.players))]

    def amount(self, name: str, cell: int, most: int) -> Feature:
        """An amount that every seat finds in the same cell."""
        return Feature(name, [cell] * self.players, most=most)

    def amounts(self, name: str, first: int, size: int, most: int) -> list[Feature]:
        """An amount of every seat, whose cells are so far apart, the looking seat's first."""
        around = [(other, self.around(first, size, turned)) for turned, other in enumerate(self.others)]
        return [Feature(f"{other} {name}", cells, most=most) for other, cells in around]

    def around(self, first: int, size: int, turned: int) -> list[int]:
        """Where each seat finds the cell of the seat that sits so many places after it."""
        return [first + (seat + turned) % self.players * size for seat in range(self.players)]

    def choice(self, name: str, cell: int, categories: Sequence[str], meaning: Meaning) -> Feature:
        """Which of several things a cell says, the same for every seat."""
        return Feature(name, [cell] * self.players, categories, [meaning] * self.players)

    def bits(self, name: str, cell: int, categories: Sequence[str]) -> list[Feature]:
        """Every bit of a cell."""
        return [
            self.choice(name, cell, [feature], {value: 1 for value in range(VALUES) if value >> n & 1})
            for n, feature in enumerate(categories)
        ]

    def seat(self, name: str, cell: int, offset: int, extra: Mapping[int, str] | None = None) -> Feature:
        """Which seat a cell names, by its number plus an offset; further values have names of their own."""
        categories = [*self.others, *(extra or {}).values()]
        further = {value: self.players + n + 1 for n, value in enumerate(extra or {})}
        meanings = [
            {**{offset + (seat + n) % self.players: n + 1 for n in range(self.players)}, **further}
            for seat in range(self.players)
        ]
        return Feature(name, [cell] * self.players, categories, meanings)


def counted(names: Sequence[str], first: int = 1) -> tuple[Sequence[str], Meaning]:
    """The features and the meaning of a cell that numbers some names from the first on."""
    return names, {first + n: n + 1 for n in range(len(names))}

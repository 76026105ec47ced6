"""Observation specs: the features of a position that a seat sees, as tables for the kernel.

An observation is a row of numbers, its columns. A feature has one column or several. Every seat sees itself as `own`
and the others as `next-1`, `next-2` … in the order of play.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

VALUES = 256

CategoryMap = Mapping[int, int]
"""From the value of a cell to the number of a category, counted from 1; other values belong to no category."""


@dataclass(frozen=True)
class Feature:
    """One cell of a position: an amount of at most `most`, or one of several categories, each with a column.

    There is a cell and, for categories, a category map for every observing seat.
    """

    name: str
    cells: Sequence[int]
    categories: Sequence[str] = ()
    category_maps: Sequence[CategoryMap] = ()
    most: int = 1

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return len(self.categories) or 1

    def column_names(self) -> list[str]:
        """Return the names of the columns."""
        return [f"{self.name} {category}" for category in self.categories] or [self.name]


@dataclass(frozen=True)
class PairCounts:
    """A list of pairs of place and value in a position, observed as the count of every place and category."""

    name: str
    count: int
    first: int
    places: Sequence[str]
    categories: Sequence[str]
    category_maps: Sequence[CategoryMap]

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return len(self.places) * len(self.categories)

    def column_names(self) -> list[str]:
        """Return the names of the columns."""
        return [f"{self.name} {place} {category}" for place in self.places for category in self.categories]


@dataclass(frozen=True)
class Stack:
    """Frames of equal size in a position; cells of its features are relative to the end of the topmost frame."""

    depth: int
    first: int
    size: int


@dataclass(frozen=True)
class ObservationSpec:
    """All features of an observation: the own seat, fixed features, the features of a stack, and pair counts."""

    players: int
    features: Sequence[Feature]
    frames: Sequence[Feature] = ()
    stack: Stack = field(default_factory=lambda: Stack(0, 0, 0))
    pairs: PairCounts | None = None

    @property
    def all_features(self) -> list[Feature | PairCounts]:
        """Return all features and pair counts in the order of their columns."""
        return [*self.features, *self.frames, *([self.pairs] if self.pairs else [])]

    @cached_property
    def names(self) -> list[str]:
        """Return the name of every column."""
        seats = [f"seat {seat}" for seat in range(self.players)]
        return seats + [name for each in self.all_features for name in each.column_names()]

    @cached_property
    def highs(self) -> list[int]:
        """Return the highest number of every column."""
        most = [1] * self.players
        for each in self.all_features:
            most += [each.most if isinstance(each, Feature) and not each.categories else 1] * each.width
        if self.pairs:
            most[-self.pairs.width :] = [VALUES - 1] * self.pairs.width
        return most

    def tables(self) -> dict[str, array[int]]:
        """Return the tables for an observer of the kernel."""
        category_maps = _CategoryMaps()
        features = [*self.features, *self.frames]
        codes = [category_maps.code(feature, seat) for seat in range(self.players) for feature in features]
        pairs = self._pairs_row(category_maps)
        return {
            "sizes": array("i", [self.players, len(self.names), len(self.features), len(features)]),
            "cells": array("i", [feature.cells[seat] for seat in range(self.players) for feature in features]),
            "codes": array("i", codes),
            "firsts": array("i", _firsts(self.players, features)),
            "stack": array("i", [self.stack.depth, self.stack.first, self.stack.size]),
            "pairs": array("i", pairs),
            "category_maps": array("i", category_maps.row),
        }

    def _pairs_row(self, category_maps: _CategoryMaps) -> list[int]:
        if self.pairs is None:
            return []
        at = len(self.names) - self.pairs.width
        codes = [category_maps.table(each) for each in self.pairs.category_maps]
        return [self.pairs.count, self.pairs.first, at, len(self.pairs.categories), *codes]


class _CategoryMaps:
    """Category maps as tables in one array, equal ones only once."""

    def __init__(self) -> None:
        self.row: list[int] = []
        self.known: dict[tuple[tuple[int, int], ...], int] = {}

    def code(self, feature: Feature, seat: int) -> int:
        """Return the start of a feature's table, or the negative maximum of an amount."""
        return self.table(feature.category_maps[seat]) if feature.categories else -feature.most

    def table(self, category_map: CategoryMap) -> int:
        """Return the start of the table of a category map."""
        table = tuple(category_map.items())
        if table not in self.known:
            self.known[table] = len(self.row)
            self.row += [category_map.get(value, 0) for value in range(VALUES)]
        return self.known[table]


def _firsts(at: int, features: Iterable[Feature]) -> list[int]:
    firsts = []
    for feature in features:
        firsts.append(at)
        at += feature.width
    return firsts


class FeatureBuilder:
    """Creates features for a number of players."""

    def __init__(self, players: int) -> None:
        self.players = players

    @property
    def relative_seats(self) -> list[str]:
        """Return the names of the seats relative to the observing seat."""
        return ["own", *(f"next-{n}" for n in range(1, self.players))]

    def amount(self, name: str, cell: int, most: int) -> Feature:
        """Return an amount in the same cell for every observing seat."""
        return Feature(name, [cell] * self.players, most=most)

    def amounts(self, name: str, first: int, size: int, most: int) -> list[Feature]:
        """Return an amount of every seat, the own one first; the cells of two seats are `size` apart."""
        around = [
            (other, self.relative_cells(first, size, distance)) for distance, other in enumerate(self.relative_seats)
        ]
        return [Feature(f"{other} {name}", cells, most=most) for other, cells in around]

    def relative_cells(self, first: int, size: int, distance: int) -> list[int]:
        """Return for every observing seat the cell of the seat that follows it at a distance."""
        return [first + (seat + distance) % self.players * size for seat in range(self.players)]

    def choice(self, name: str, cell: int, categories: Sequence[str], category_map: CategoryMap) -> Feature:
        """Return a feature with categories that are the same for every observing seat."""
        return Feature(name, [cell] * self.players, categories, [category_map] * self.players)

    def bits(self, name: str, cell: int, categories: Sequence[str]) -> list[Feature]:
        """Return one feature for every bit of a cell."""
        return [
            self.choice(name, cell, [feature], {value: 1 for value in range(VALUES) if value >> n & 1})
            for n, feature in enumerate(categories)
        ]

    def seat(self, name: str, cell: int, offset: int, extra: Mapping[int, str] | None = None) -> Feature:
        """Return the seat that a cell holds, as its number plus an offset; `extra` names further values."""
        categories = [*self.relative_seats, *(extra or {}).values()]
        further = {value: self.players + n + 1 for n, value in enumerate(extra or {})}
        category_maps = [
            {**{offset + (seat + n) % self.players: n + 1 for n in range(self.players)}, **further}
            for seat in range(self.players)
        ]
        return Feature(name, [cell] * self.players, categories, category_maps)


def numbered_categories(names: Sequence[str], first: int = 1) -> tuple[Sequence[str], CategoryMap]:
    """Return names as categories with the map of a cell whose values number them, starting with `first`."""
    return names, {first + n: n + 1 for n in range(len(names))}

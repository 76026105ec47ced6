"""Styles: named rows of weights for a game's evaluation, kept as data."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files


def load(package: str, names: Sequence[str]) -> Mapping[str, list[int]]:
    """The styles of a game: each is the balanced one with what its own table changes."""
    content = tomllib.loads((files(package) / "data" / "styles.toml").read_text(encoding="utf-8"))
    balanced = content["balanced"]
    return {name: row({**balanced, **changes}, names) for name, changes in content.items()}


def row(weights: Mapping[str, int], names: Sequence[str]) -> list[int]:
    """The weights in the order of their names; every one must be there, and no other."""
    if set(weights) != set(names):
        raise ValueError(f"styles: {sorted(set(weights) ^ set(names))} do not fit the evaluation.")
    return [weights[name] for name in names]

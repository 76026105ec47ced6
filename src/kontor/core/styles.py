"""Styles: named weights of a game's evaluation, read from a data file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files


def load(package: str, names: Sequence[str]) -> Mapping[str, list[int]]:
    """Load the styles of a game; each consists of the balanced weights and its own changes."""
    content = tomllib.loads((files(package) / "data" / "styles.toml").read_text(encoding="utf-8"))
    balanced = content["balanced"]
    return {name: row({**balanced, **changes}, names) for name, changes in content.items()}


def row(weights: Mapping[str, int], names: Sequence[str]) -> list[int]:
    """Return the weights in the order of their names; raise ValueError if one is missing or unknown."""
    if set(weights) != set(names):
        raise ValueError(f"styles: {sorted(set(weights) ^ set(names))} are missing or unknown weights.")
    return [weights[name] for name in names]

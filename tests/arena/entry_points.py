"""Entry points that declare games, for tests that play in other processes."""

from __future__ import annotations

from pathlib import Path

from tests.core.nim import NimType

NIM_TYPE = NimType()


def declare(folder: Path, family: str) -> None:
    """Write the metadata of an installed package that declares a game."""
    package = folder / "toy-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n", encoding="utf-8")
    (package / "entry_points.txt").write_text(f"[kontor.games]\n{family}\n", encoding="utf-8")

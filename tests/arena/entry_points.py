"""Entry points that declare games, agents and boards, for tests that play in other processes."""

from __future__ import annotations

from pathlib import Path

from tests.core.nim import NimType

NIM_TYPE = NimType()


def declare(folder: Path, line: str, group: str = "kontor.games") -> None:
    """Write the metadata of an installed package that declares a game, or something else of a group."""
    package = folder / "toy-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n", encoding="utf-8")
    (package / "entry_points.txt").write_text(f"[{group}]\n{line}\n", encoding="utf-8")

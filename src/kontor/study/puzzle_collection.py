"""The collection of puzzles that comes with Kontor."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from kontor.study.puzzle import Puzzle, read_puzzles


@cache
def puzzles() -> dict[str, Puzzle]:
    """Return every puzzle by its id, the easiest of each board first."""
    folder = files(__package__) / "puzzles"
    resources = [item for item in folder.iterdir() if item.name.endswith(".jsonl")]
    found = [
        puzzle for resource in resources for puzzle in read_puzzles(resource.read_text(encoding="utf-8").splitlines())
    ]
    return {puzzle.id: puzzle for puzzle in sorted(found, key=sort_key)}


def sort_key(puzzle: Puzzle) -> tuple[str, str, int, str]:
    """Return the order of a puzzle in the collection."""
    return puzzle.setup["game"], puzzle.setup.get("board", ""), puzzle.difficulty, puzzle.id

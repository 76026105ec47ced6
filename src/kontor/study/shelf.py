"""The shelf: the puzzles that come with Kontor."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from kontor.study.puzzle import Puzzle, read_puzzles


@cache
def puzzles() -> dict[str, Puzzle]:
    """Every puzzle by its id, the easiest of each board first."""
    folder = files(__package__) / "puzzles"
    boxes = [item for item in folder.iterdir() if item.name.endswith(".jsonl")]
    found = [puzzle for box in boxes for puzzle in read_puzzles(box.read_text(encoding="utf-8").splitlines())]
    return {puzzle.id: puzzle for puzzle in sorted(found, key=shelf_mark)}


def shelf_mark(puzzle: Puzzle) -> tuple[str, str, int, str]:
    """Where a puzzle stands."""
    return puzzle.setup["game"], puzzle.setup.get("board", ""), puzzle.difficulty, puzzle.id

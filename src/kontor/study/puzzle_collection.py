"""The collection of puzzles that comes with Kontor."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from kontor.study.puzzle import Puzzle, read_puzzles

BOARDS = ("hanse", "east", "britannia")  # the base board first, then the expansions


@cache
def puzzles() -> dict[str, Puzzle]:
    """Return every puzzle by its id: games with boards first, base boards first, the easiest of each board first."""
    folder = files(__package__) / "puzzles"
    resources = [item for item in folder.iterdir() if item.name.endswith(".jsonl")]
    found = [
        puzzle for resource in resources for puzzle in read_puzzles(resource.read_text(encoding="utf-8").splitlines())
    ]
    return {puzzle.id: puzzle for puzzle in sorted(found, key=sort_key)}


def sort_key(puzzle: Puzzle) -> tuple[bool, int, str, int, str]:
    """Return the order of a puzzle in the collection; a game without boards comes after those with them."""
    board = puzzle.setup.get("board", "")
    known = next((n for n, name in enumerate(BOARDS) if board.startswith(name)), len(BOARDS))
    return not board, known, board, puzzle.difficulty, puzzle.id

"""The shelf: the puzzles that come with Kontor are playable, and spread over the boards."""

from __future__ import annotations

from collections import Counter

import pytest

from kontor.games.teutonica.board_file import BOARDS
from kontor.study.puzzle import Puzzle
from kontor.study.shelf import puzzles
from kontor.study.verifying import CLEAR, verify

SAMPLE = 25  # of so many puzzles one is verified again here; `kontor puzzles --verify` does all


def test_there_are_fifty_over_the_five_boards() -> None:
    boards = Counter(puzzle.setup.get("board") for puzzle in puzzles().values())
    assert sum(boards[board] for board in BOARDS) >= 50
    assert min(boards[board] for board in BOARDS) >= 5


@pytest.mark.parametrize("puzzle", puzzles().values(), ids=lambda puzzle: puzzle.id)
def test_its_solution_is_a_legal_whole_turn_that_is_clearly_best(puzzle: Puzzle) -> None:
    game = puzzle.game()
    assert puzzle.line(game)
    assert puzzle.chance - puzzle.alternative["chance"] >= CLEAR - 0.0001
    assert 1 <= puzzle.difficulty <= 5
    assert puzzle.setup == game.setup


@pytest.mark.parametrize("puzzle", list(puzzles().values())[::SAMPLE], ids=lambda puzzle: puzzle.id)
def test_it_is_verified_again(puzzle: Puzzle) -> None:
    assert verify(puzzle).is_clear

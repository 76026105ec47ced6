"""Protects the puzzle collection: playable, clearly solvable, and on every board."""

from __future__ import annotations

import pytest

from kontor.games.teutonica.setup import BOARDS
from kontor.study.puzzle import Puzzle
from kontor.study.puzzle_collection import puzzles
from kontor.study.puzzle_verification import MIN_GAP, verify

SAMPLE = 25  # of so many puzzles one is verified again here; `kontor puzzles --verify` does all


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_has_puzzles_of_several_difficulties(board: str) -> None:
    difficulties = [puzzle.difficulty for puzzle in puzzles().values() if puzzle.setup.get("board") == board]
    assert len(set(difficulties)) >= 3
    assert difficulties == sorted(difficulties)


@pytest.mark.parametrize("puzzle", puzzles().values(), ids=lambda puzzle: puzzle.id)
def test_its_solution_is_a_legal_whole_turn_that_is_clearly_best(puzzle: Puzzle) -> None:
    game = puzzle.game()
    assert puzzle.line(game)
    assert puzzle.chance - puzzle.alternative["chance"] >= MIN_GAP - 0.0001
    assert 1 <= puzzle.difficulty <= 5
    assert puzzle.setup == game.setup


@pytest.mark.parametrize("puzzle", list(puzzles().values())[::SAMPLE], ids=lambda puzzle: puzzle.id)
def test_it_is_verified_again(puzzle: Puzzle) -> None:
    assert verify(puzzle).is_clear

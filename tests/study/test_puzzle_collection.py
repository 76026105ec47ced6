"""Protects the puzzle collection: playable, clearly solvable, for both games and on every board."""

from __future__ import annotations

import pytest

from kontor.games.teutonica.setup import BOARDS
from kontor.study.puzzle import Puzzle
from kontor.study.puzzle_collection import puzzles
from kontor.study.puzzle_miner import actor
from kontor.study.puzzle_rating import rated
from kontor.study.puzzle_verification import MIN_GAP, is_solved, verify

SAMPLE = 25  # of so many puzzles one is verified and rated again here; `kontor puzzles --verify` and `--rate` do all


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_has_puzzles_of_several_difficulties(board: str) -> None:
    difficulties = [puzzle.difficulty for puzzle in puzzles().values() if puzzle.setup.get("board") == board]
    assert len(set(difficulties)) >= 3
    assert difficulties == sorted(difficulties)


def test_hansa_has_puzzles_for_every_number_of_players() -> None:
    found = [puzzle for puzzle in puzzles().values() if puzzle.setup["game"] == "hansa"]
    assert len(found) >= 10
    assert {puzzle.setup["players"] for puzzle in found} == {2, 3, 4}
    assert len({puzzle.difficulty for puzzle in found}) >= 3


def test_the_base_board_comes_first_and_the_other_game_last() -> None:
    boards = [puzzle.setup.get("board", puzzle.setup["game"]) for puzzle in puzzles().values()]
    assert list(dict.fromkeys(boards)) == [
        "hanse-2-3",
        "hanse-4-5",
        "east-3-5",
        "britannia-2-3",
        "britannia-4-5",
        "hansa",
    ]


@pytest.mark.parametrize("puzzle", puzzles().values(), ids=lambda puzzle: puzzle.id)
def test_its_solution_is_a_legal_whole_turn_that_is_clearly_best(puzzle: Puzzle) -> None:
    game = puzzle.game()
    assert is_solved(game, puzzle.start(game), puzzle.line(game), puzzle)
    assert all(actor(event, puzzle.seat) == puzzle.seat for event in puzzle.explanation["events"])
    assert puzzle.chance - puzzle.alternative["chance"] >= MIN_GAP - 0.0001
    assert 1 <= puzzle.difficulty <= 5
    assert puzzle.setup == game.setup


@pytest.mark.parametrize("puzzle", list(puzzles().values())[::SAMPLE], ids=lambda puzzle: puzzle.id)
def test_it_is_verified_again(puzzle: Puzzle) -> None:
    assert verify(puzzle).is_clear


@pytest.mark.parametrize("puzzle", list(puzzles().values())[::SAMPLE], ids=lambda puzzle: puzzle.id)
def test_its_difficulty_is_that_for_the_present_levels(puzzle: Puzzle) -> None:
    assert rated(puzzle) == puzzle

"""Protects puzzles: finding, rating, and a verification that rejects wrong solutions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.study.decisions import record_decisions
from kontor.study.puzzle import Puzzle, PuzzleError, puzzle_line, read_puzzles
from kontor.study.puzzle_miner import make_puzzle, seat_view
from kontor.study.puzzle_rating import difficulty
from kontor.study.puzzle_verification import Depth, best_turn, is_solved, judge, verify
from kontor.study.turns import canonical_move, canonical_position, first_decisions, is_whole
from tests.study.test_analysis import RECORDS, record_at

DEPTH = Depth(60)
WINNING_TURN = 67  # of the game with the planted blunder


@cache
def found() -> Puzzle:
    """Return the puzzle of the turn that could have won the game with the planted blunder."""
    record = record_at(RECORDS / "planted-blunder.json")
    game = registry.game(record.setup)
    decision = next(each for each in first_decisions(record_decisions(game, record)) if each.turn == WINNING_TURN)
    line = best_turn(game, seat_view(game, decision), DEPTH, decision.seat)
    verdict = judge(game, seat_view(game, decision), line, DEPTH)
    return make_puzzle(game, decision, line, verdict, {"move": decision.number}, DEPTH)


def start() -> tuple[Game, PositionBytes]:
    """Return the game and the position of the puzzle."""
    game = found().game()
    return game, found().start(game)


def test_a_turn_that_wins_at_once_is_a_puzzle() -> None:
    puzzle = found()
    assert puzzle.seat == 2
    assert puzzle.chance == 1.0
    assert puzzle.explanation["word"] == "wins"
    assert puzzle.explanation["events"][-1]["event"] == "GameEnded"
    assert 1 <= puzzle.difficulty <= 5
    assert verify(puzzle).is_clear


def test_a_planted_wrong_solution_is_rejected() -> None:
    wrong = ("place minden--munster.1 t", "end-turn")
    with pytest.raises(PuzzleError, match="has to be better by"):
        verify(replace(found(), solution=wrong))


def test_a_solution_that_is_not_legal_or_not_whole_is_rejected() -> None:
    with pytest.raises(PuzzleError, match="is not legal"):
        verify(replace(found(), solution=("place minden--munster.1 m", "end-turn")))
    with pytest.raises(PuzzleError, match="ends before the turn does"):
        verify(replace(found(), solution=found().solution[:1]))


def test_a_puzzle_of_a_seat_that_is_not_to_move_is_rejected() -> None:
    with pytest.raises(PuzzleError, match="seat 0 is not to move"):
        verify(replace(found(), seat=0))


def test_the_solution_solves_it_and_ending_the_turn_does_not() -> None:
    game, position = start()
    line = found().line(game)
    assert is_solved(game, position, line, found())
    assert is_whole(game, position, line)
    shortened = [*line[:2], game.parse_move("end-turn")]
    assert not is_solved(game, position, shortened, found())


def test_spaces_of_a_route_are_equivalent() -> None:
    game, position = start()
    first, second = position[:], position[:]
    game.advance(first, game.parse_move("place emden--stade.1 t"))
    game.advance(second, game.parse_move("place emden--stade.2 t"))
    assert first != second
    assert canonical_position(game, first) == canonical_position(game, second)
    moves = [game.parse_move(f"place emden--stade.{space} t") for space in (1, 2)]
    assert [canonical_move(game, move) for move in moves] == ["place emden--stade t"] * 2


def test_puzzles_are_lines_of_json() -> None:
    assert read_puzzles([puzzle_line(found())] * 2) == [found()] * 2
    assert puzzle_line(found()).count("\n") == 1


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"format": 1, "id": "x"}', '{"format": 2}'])
def test_an_invalid_puzzle_line_is_named(line: str) -> None:
    with pytest.raises(PuzzleError, match="line 1 holds no puzzle"):
        read_puzzles([line])


def test_difficulty_rises_with_the_agents_that_miss_it() -> None:
    assert difficulty([]) == 1
    assert difficulty(["beginner"] * 3) == 3
    assert difficulty(["beginner"] * 7) == 5

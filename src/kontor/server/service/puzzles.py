"""Puzzles: the list of puzzles, and whether a turn solves one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kontor.core.game import Game
from kontor.core.notation import UnknownMove
from kontor.core.values import IllegalMove, PositionBytes
from kontor.server.errors import Invalid, LimitExceeded, NotFound
from kontor.server.limits import TokenBuckets
from kontor.server.service.games import game_of
from kontor.server.store.accounts import Account
from kontor.server.workers.pool import Pool
from kontor.study.puzzle import Puzzle
from kontor.study.puzzle_collection import puzzles


class PuzzleService:
    """Checks the answers to puzzles."""

    def __init__(self, pool: Pool, limit: TokenBuckets) -> None:
        self.pool = pool
        self.limit = limit

    async def answer(self, account: Account, puzzle: Puzzle, words: Sequence[str]) -> dict[str, Any]:
        """Return whether a turn solves a puzzle, with the solution; an answer without moves gives the puzzle up."""
        return {"solved": bool(words) and await self.is_solved(account, puzzle, words), **solution_json(puzzle)}

    async def is_solved(self, account: Account, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Return whether a turn leads to the same as the solution, or to something as good."""
        turn = moves_of(puzzle, words)
        if tuple(words) == puzzle.solution:
            return True
        self.limit.take(account.id)
        solved = await self.pool.solves(puzzle, turn, account.id)
        if solved is None:
            raise LimitExceeded("The answer could not be checked in time; try it again in a moment.")
        return solved


def find(puzzle_id: str) -> Puzzle:
    """Return the puzzle of an id."""
    puzzle = puzzles().get(puzzle_id)
    if puzzle is None:
        raise NotFound("There is no such puzzle; /api/puzzles lists them.")
    return puzzle


def puzzle_list(game: str | None, board: str | None, difficulty: int | None) -> list[dict[str, Any]]:
    """Return the puzzles of a game, a board and a difficulty, or of all of each that is None."""
    wanted = {"game": game, "board": board, "difficulty": difficulty}
    found = [summary_json(puzzle) for puzzle in puzzles().values()]
    return [each for each in found if all(value in (None, each[name]) for name, value in wanted.items())]


def summary_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle for a list, without its position and solution."""
    return {
        "id": puzzle.id,
        "game": puzzle.setup["game"],
        "board": puzzle.setup.get("board"),
        "players": puzzle.setup["players"],
        "seat": puzzle.seat,
        "turn": puzzle.turn,
        "difficulty": puzzle.difficulty,
    }


def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle with its position, without its solution."""
    return {**summary_json(puzzle), "setup": puzzle.setup, "position": puzzle.position}


def solution_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return the solution of a puzzle with its explanation."""
    game = game_of(puzzle.setup)
    return {
        "solution": list(puzzle.solution),
        "steps": [game.move_json(game.parse_move(text)) for text in puzzle.solution],
        "chance": puzzle.chance,
        "alternative": puzzle.alternative,
        "missed_by": list(puzzle.missed_by),
        "explanation": puzzle.explanation,
    }


def moves_of(puzzle: Puzzle, words: Sequence[str]) -> tuple[int, ...]:
    """Return the moves of a turn, or reject one with an illegal move or that is not exactly one turn."""
    game = game_of(puzzle.setup)
    position, moves = puzzle.start(game), list[int]()
    for text in words:
        if is_over(game, position, puzzle):
            raise Invalid(f"The turn was over before {text!r}; leave out what comes after it.")
        try:
            moves.append(game.parse_move(text))
            game.advance(position, moves[-1])
        except (UnknownMove, IllegalMove) as problem:
            raise Invalid(f"{text!r} is not legal there.") from problem
    if not is_over(game, position, puzzle):
        raise Invalid("The turn is not over yet; play it to its end.")
    return tuple(moves)


def is_over(game: Game, position: PositionBytes, puzzle: Puzzle) -> bool:
    """Return whether the turn of a puzzle is over: chance decides, the next turn begins, or the game has ended."""
    return game.to_move(position) < 0 or game.turn(position) != puzzle.turn

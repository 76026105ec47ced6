"""Puzzling: which puzzles there are, and whether somebody solved one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kontor.core.game import Game, IllegalMove, PositionBytes
from kontor.core.notation import UnknownMove
from kontor.server.computers.pool import Pool
from kontor.server.limits import Buckets
from kontor.server.service.games import game_of
from kontor.server.service.refusals import TooMuch, Unknown, Wrong
from kontor.server.store.accounts import Account
from kontor.study.puzzle import Puzzle
from kontor.study.shelf import puzzles


class Puzzling:
    """Judges the turns of those who try the puzzles on the shelf."""

    def __init__(self, pool: Pool, hints: Buckets) -> None:
        self.pool = pool
        self.hints = hints

    async def answer(self, caller: Account, puzzle: Puzzle, words: Sequence[str]) -> dict[str, Any]:
        """Whether a turn solves a puzzle, and the solution explained; without moves it is given up."""
        return {"solved": bool(words) and await self.solves(caller, puzzle, words), **solution_json(puzzle)}

    async def solves(self, caller: Account, puzzle: Puzzle, words: Sequence[str]) -> bool:
        """Whether a turn comes to what the solution comes to, or to something as good."""
        line = line_of(puzzle, words)
        if tuple(words) == puzzle.solution:
            return True
        self.hints.take(caller.id)
        solved = await self.pool.solves(puzzle, line, caller.id)
        if solved is None:
            raise TooMuch("Nobody could judge that in time; try it again in a moment.")
        return solved


def find(puzzle_id: str) -> Puzzle:
    """The puzzle of that id."""
    puzzle = puzzles().get(puzzle_id)
    if puzzle is None:
        raise Unknown("There is no such puzzle; /api/puzzles lists them.")
    return puzzle


def listed(game: str | None, board: str | None, difficulty: int | None) -> list[dict[str, Any]]:
    """The puzzles of a game, a board and a difficulty, or of all."""
    wanted = {"game": game, "board": board, "difficulty": difficulty}
    found = [summary_json(puzzle) for puzzle in puzzles().values()]
    return [each for each in found if all(value in (None, each[name]) for name, value in wanted.items())]


def summary_json(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as it stands in a list, without its solution."""
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
    """A puzzle to be solved."""
    return {**summary_json(puzzle), "setup": puzzle.setup, "position": puzzle.position}


def solution_json(puzzle: Puzzle) -> dict[str, Any]:
    """The solution of a puzzle, and why."""
    return {
        "solution": list(puzzle.solution),
        "chance": puzzle.chance,
        "alternative": puzzle.alternative,
        "missed_by": list(puzzle.missed_by),
        "explanation": puzzle.explanation,
    }


def line_of(puzzle: Puzzle, words: Sequence[str]) -> tuple[int, ...]:
    """The moves of a turn, or a refusal if one is not legal there, or it is not exactly one turn."""
    game = game_of(puzzle.setup)
    now, line = puzzle.start(game), list[int]()
    for said in words:
        if is_over(game, now, puzzle):
            raise Wrong(f"The turn was over before {said!r}; leave out what comes after it.")
        try:
            line.append(game.parse_move(said))
            game.advance(now, line[-1])
        except (UnknownMove, IllegalMove) as problem:
            raise Wrong(f"{said!r} is not legal there.") from problem
    if not is_over(game, now, puzzle):
        raise Wrong("The turn is not over yet; play it to its end.")
    return tuple(line)


def is_over(game: Game, position: PositionBytes, puzzle: Puzzle) -> bool:
    """Whether the turn of a puzzle is over: chance decides, the next turn begins, or the game has ended."""
    return game.to_move(position) < 0 or game.turn(position) != puzzle.turn

"""Studying: analyses of tables, and puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from kontor.server.schemas.texts import Asked, Words


class Reading(BaseModel):
    """Every seat's chance of winning before a move of the line, counted from 1."""

    number: int
    chances: list[float]


class Analysis(BaseModel):
    """How far an analysis has come; `account` is what `kontor analyze --json` prints, once it is complete.

    `before` says how many analyses come before one that has not begun; else it is null.
    """

    number: int
    done: int
    whole: int
    before: int | None
    complete: bool
    curve: list[Reading]
    account: dict[str, Any] | None


class PuzzleSummary(BaseModel):
    """A puzzle as it stands in a list; difficulty goes from 1 to 5."""

    id: str
    game: str
    board: str | None
    players: int
    seat: int
    turn: int
    difficulty: int


class Puzzles(BaseModel):
    """Puzzles, the easiest of each board first."""

    puzzles: list[PuzzleSummary]


class Puzzle(PuzzleSummary):
    """A puzzle to be solved: play the best whole turn of its seat from this position."""

    setup: dict[str, Any]
    position: dict[str, Any]


class Answer(Asked):
    """The whole turn somebody would play, in words; none to see the solution."""

    moves: Annotated[list[Words], Field(max_length=200)]


class Other(BaseModel):
    """The best other way that was found, as far as it is another, and the chance it leaves."""

    moves: list[str]
    chance: float


class Explanation(BaseModel):
    """Why the solution is best: it wins at once, ends the game, scores points, or prepares something."""

    word: Literal["wins", "ends", "scores", "prepares"]
    points: int
    stat_events: list[dict[str, Any]]


class Solution(BaseModel):
    """Whether the turn solved the puzzle, and the solution with its reasons."""

    solved: bool
    solution: list[str]
    chance: float
    alternative: Other
    missed_by: list[str]
    explanation: Explanation

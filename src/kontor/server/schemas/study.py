"""Analyses of tables, and puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from kontor.server.schemas.fields import MoveText, RequestBody


class CurvePoint(BaseModel):
    """The winning chance of every seat before a move of the line, counted from 1."""

    number: int
    chances: list[float]


class Analysis(BaseModel):
    """The progress of an analysis; `report` is what `kontor analyze --json` prints, once it is complete.

    `before` is the number of analyses queued before this one; it is null once the analysis runs.
    """

    number: int
    done: int
    total: int
    before: int | None
    complete: bool
    curve: list[CurvePoint]
    report: dict[str, Any] | None


class PuzzleSummary(BaseModel):
    """A puzzle in a list; difficulty goes from 1 to 5."""

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
    """A puzzle: find the best whole turn of its seat from this position."""

    setup: dict[str, Any]
    position: dict[str, Any]


class PuzzleDay(BaseModel):
    """A day, as milliseconds since 1970 at its beginning in UTC: solved, given up, or null without either."""

    day: int
    solved: bool | None


class DailyPuzzle(BaseModel):
    """The puzzle of a day in UTC, the days in a row on which the account has solved one, and the last seven days."""

    day: int
    puzzle: PuzzleSummary
    streak: int
    days: list[PuzzleDay]


class WholeDailyPuzzle(DailyPuzzle):
    """The puzzle of a day with its position."""

    puzzle: Puzzle


class PuzzleAnswer(RequestBody):
    """A whole turn in words; without moves the solution is shown."""

    moves: Annotated[list[MoveText], Field(max_length=200)]


class AlternativeTurn(BaseModel):
    """The best alternative that was found, as far as it differs, and its winning chance."""

    moves: list[str]
    chance: float


class Explanation(BaseModel):
    """Why the solution is best: it wins at once, ends the game, scores points, or prepares something."""

    word: Literal["wins", "ends", "scores", "prepares"]
    points: int
    events: list[dict[str, Any]]


class Solution(BaseModel):
    """Whether the turn solves the puzzle, and the solution, in words and as objects, with its explanation."""

    solved: bool
    solution: list[str]
    steps: list[dict[str, Any]]
    chance: float
    alternative: AlternativeTurn
    missed_by: list[str]
    explanation: Explanation

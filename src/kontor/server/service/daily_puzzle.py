"""The puzzle of the day: chosen by the date in UTC, the same for everybody, with a streak for every account."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.clock import now
from kontor.server.service.puzzles import PuzzleService, puzzle_json, summary_json
from kontor.server.store.accounts import Account
from kontor.server.store.daily_answers import DailyAnswer, DailyAnswers, answers_since
from kontor.study.puzzle import Puzzle
from kontor.study.puzzle_collection import puzzles

DAY_MS: Final = 86_400_000
DAYS_SHOWN: Final = 7


def today() -> int:
    """Return the present day, counted from 1970, in UTC."""
    return now() // DAY_MS


@lru_cache(maxsize=1)
def sequence() -> tuple[str, ...]:
    """Return the puzzles in the order of their days: games at equal distances, boards and difficulties shuffled.

    After the last one the sequence begins again, so that none is repeated within as many days as there are puzzles.
    """
    by_game: dict[str, list[str]] = {}
    for puzzle in puzzles().values():
        by_game.setdefault(puzzle.setup["game"], []).append(puzzle.id)
    places = (place for ids in by_game.values() for place in spread(ids))
    return tuple(puzzle_id for _, puzzle_id in sorted(places))


def spread(ids: Sequence[str]) -> list[tuple[float, str]]:
    """Return puzzles shuffled, each with its place between 0 and 1, at equal distances."""
    shuffled = sorted(ids, key=lambda puzzle_id: sha256(puzzle_id.encode()).digest())
    return [((index + 0.5) / len(shuffled), puzzle_id) for index, puzzle_id in enumerate(shuffled)]


def puzzle_of(day: int) -> Puzzle:
    """Return the puzzle of a day."""
    found = sequence()
    return puzzles()[found[day % len(found)]]


def week_json(answers: Sequence[DailyAnswer], day: int) -> dict[str, Any]:
    """Return the streak and the last seven days; a streak lasts until a whole day has passed without a solution."""
    by_day = {answer.day: answer for answer in answers}
    last = by_day.get(day) or by_day.get(day - 1)
    days = [
        {"day": each * DAY_MS, "solved": by_day[each].solved if each in by_day else None}
        for each in range(day - DAYS_SHOWN + 1, day + 1)
    ]
    return {"streak": last.streak if last else 0, "days": days}


async def daily_json(session: AsyncSession, account_id: str | None, whole: bool = False) -> dict[str, Any]:
    """Return the puzzle of today and what an account did with the last ones; `whole` includes its position."""
    day = today()
    puzzle = puzzle_of(day)
    since = day - DAYS_SHOWN + 1
    answers = [] if account_id is None else await answers_since(session, account_id, since)
    return {
        "day": day * DAY_MS,
        "puzzle": puzzle_json(puzzle) if whole else summary_json(puzzle),
        **week_json(answers, day),
    }


class DailyPuzzleService:
    """Checks answers to puzzles, and counts those to the puzzle of the day."""

    def __init__(self, answers: DailyAnswers, service: PuzzleService) -> None:
        self.answers = answers
        self.service = service

    async def answer(self, account: Account, puzzle: Puzzle, words: Sequence[str]) -> dict[str, Any]:
        """Return whether a turn solves a puzzle; today's is counted when it is solved, or given up without moves."""
        result = await self.service.answer(account, puzzle, words)
        day = today()
        if puzzle.id == puzzle_of(day).id and (result["solved"] or not words):
            await self.answers.add(account.id, day, puzzle.id, result["solved"], now())
        return result

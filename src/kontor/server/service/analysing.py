"""Analysing: games that are over, or studied by one person, looked at in the worker processes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final

import structlog

from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.game import Planned
from kontor.core.record import Record, result_of
from kontor.server.computers.pool import Pool
from kontor.server.limits import Buckets
from kontor.server.logs import describe
from kontor.server.service.match import Match
from kontor.server.service.refusals import Clash, Unknown, Wrong
from kontor.server.store.accounts import Account
from kontor.server.store.tables import HUMAN
from kontor.study.account import account
from kontor.study.analysis import Analysis
from kontor.study.looking import Answer, Question

BUDGET: Final = Budget(seconds=0.1)
MOST_KEPT: Final = 32
SEED: Final = 1

log = structlog.get_logger(__name__)


@dataclass
class Inquiry:
    """An analysis under way or done: how many of how many looks, and the whole account once it is done."""

    number: int
    analysis: Analysis
    whole: int
    done: int = 0
    account: dict[str, Any] | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def json(self) -> dict[str, Any]:
        """Where it stands: the curve as far as it is known, and all of it at the end."""
        analysis = self.analysis
        known = [(number, analysis.before(number)) for number in sorted(analysis.first_looks)]
        return {
            "number": self.number,
            "done": self.done,
            "whole": self.whole,
            "complete": self.account is not None,
            "curve": [{"number": number, "chances": chances} for number, chances in known if chances],
            "account": self.account,
        }


class Analysing:
    """Keeps the analyses asked for lately; each is made once, whoever asks."""

    def __init__(self, pool: Pool, hints: Buckets) -> None:
        self.pool = pool
        self.hints = hints
        self.at_once = max(1, pool.workers - 1)  # whoever plays meanwhile does not wait for long
        self._kept: OrderedDict[str, Inquiry] = OrderedDict()
        self._turn = asyncio.Lock()

    async def begin(self, match: Match, caller: Account) -> dict[str, Any]:
        """Begin to analyse a table, unless that is done or under way."""
        check_asked(match, caller)
        inquiry = self._kept.get(match.card.id)
        if inquiry is None or inquiry.number != match.number:
            self.hints.take(caller.id)
            inquiry = await asyncio.to_thread(inquiry_into, match)
            inquiry.task = asyncio.create_task(self._look(inquiry))
            self._keep(match.card.id, inquiry)
        return inquiry.json()

    def found(self, match: Match, caller: Account) -> dict[str, Any]:
        """Where the analysis of a table stands."""
        check_asked(match, caller)
        inquiry = self._kept.get(match.card.id)
        if inquiry is None or inquiry.number != match.number:
            raise Unknown("This table has not been analysed here; ask for it first.")
        return inquiry.json()

    def _keep(self, table_id: str, inquiry: Inquiry) -> None:
        old = self._kept.pop(table_id, None)
        self._kept[table_id] = inquiry
        gone = [old] if old else []
        while len(self._kept) > MOST_KEPT:
            gone.append(self._kept.popitem(last=False)[1])
        for each in gone:
            if each.task is not None:
                each.task.cancel()

    async def _look(self, inquiry: Inquiry) -> None:
        """Look at everything, one game after another; what could not be answered stays open."""
        analysis = inquiry.analysis
        try:
            async with self._turn:
                await self._ask_all(inquiry, await asyncio.to_thread(analysis.questions), analysis.first_looks)
                second = await asyncio.to_thread(analysis.second_questions)
                inquiry.whole = inquiry.done + len(second)
                await self._ask_all(inquiry, second, analysis.second_looks)
                inquiry.account = await asyncio.to_thread(account, analysis)
        except Exception as problem:
            log.error("analysis.failed", problem=describe(problem))

    async def _ask_all(self, inquiry: Inquiry, questions: list[Question], into: dict[int, Answer]) -> None:
        rest = iter(questions)

        async def ask() -> None:
            for question in rest:
                answer = await self.pool.look(inquiry.analysis.game, SEED, question)
                if answer is not None:
                    into[answer.number] = answer
                inquiry.done += 1

        await asyncio.gather(*(ask() for _ in range(self.at_once)))

    async def stop(self) -> None:
        """Look at nothing any more."""
        tasks = [inquiry.task for inquiry in self._kept.values() if inquiry.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def check_asked(match: Match, caller: Account) -> None:
    """Refuse to analyse a game that is still played, unless all its seats are the caller's, who studies it."""
    is_alone = all(chair.kind == HUMAN and chair.account_id == caller.id for chair in match.card.chairs)
    if not match.over and not is_alone:
        raise Clash("This game is still being played; its analysis waits until it is over.")
    if not isinstance(match.game, Planned):
        raise Wrong("There is no analysis of this game: it has no evaluation to search by.")


def inquiry_into(match: Match) -> Inquiry:
    """An analysis of a table before anything was looked at; its game is its own, since threads cannot share one."""
    game, card = registry.game(match.card.setup), match.card
    words = tuple(game.words(made.move) for made in match.course.line)
    record = Record(card.setup, words, card.start, result_of(game, match.course.position), card.revision)
    analysis = Analysis(game, record, BUDGET, SEED)
    return Inquiry(match.number, analysis, sum(not decision.is_forced for decision in analysis.course))

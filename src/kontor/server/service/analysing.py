"""Analysing: games that are over, or studied by one person, looked at in the worker processes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from orjson import Fragment, dumps

from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.record import Record, result_of
from kontor.server.computers.pool import Pool
from kontor.server.computers.work_queue import FairOrder
from kontor.server.limits import Buckets
from kontor.server.logs import describe
from kontor.server.service.match import Match
from kontor.server.service.refusals import Clash, TooMuch, Unknown, Wrong
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account
from kontor.server.store.tables import HUMAN
from kontor.study.account import account
from kontor.study.analysis import Analysis
from kontor.study.looking import Answer, Question

BUDGET: Final = Budget(seconds=0.1)
RUNNING_AT_ONCE: Final = 4  # each takes about 20 MB while it runs
SEED: Final = 1

log = structlog.get_logger(__name__)

Told = Mapping[str, Any] | Fragment


@dataclass(eq=False)
class Inquiry:
    """An analysis that waits or runs: for whom and from where, and how many of how many looks are done.

    Only a running one has its `analysis`, which takes much memory.
    """

    table_id: str
    number: int
    account_id: str
    address: str
    setup: Mapping[str, Any]
    record: Record
    whole: int
    done: int = 0
    analysis: Analysis | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def json(self, before: int | None, account: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return where it stands: the curve as far as it is known, and the account at the end."""
        analysis = self.analysis
        looks = sorted(analysis.first_looks) if analysis else []
        known = [(number, analysis.before(number)) for number in looks] if analysis else []
        return {
            "number": self.number,
            "done": self.done,
            "whole": self.whole,
            "before": before,
            "complete": account is not None,
            "curve": [{"number": number, "chances": chances} for number, chances in known if chances],
            "account": account,
        }


class Finished:
    """Keeps complete analyses as JSON, the least recently used of which are dropped at a number of bytes."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._kept: OrderedDict[str, tuple[int, bytes]] = OrderedDict()

    def get(self, table_id: str, number: int) -> Fragment | None:
        """Return the analysis of a table at a number of its log, if it is kept."""
        kept_number, content = self._kept.get(table_id, (-1, b""))
        if kept_number != number:
            return None
        self._kept.move_to_end(table_id)
        return Fragment(content)

    def keep(self, table_id: str, number: int, content: bytes) -> None:
        """Keep an analysis in place of an earlier one of the same table."""
        self.bytes += len(content) - len(self._kept.pop(table_id, (0, b""))[1])
        self._kept[table_id] = (number, content)
        while self.bytes > self.most_bytes and len(self._kept) > 1:
            self.bytes -= len(self._kept.popitem(last=False)[1][1])


class Analysing:
    """Makes every analysis once, for everyone who asks; accounts take turns, and nobody ends another's analysis."""

    def __init__(self, pool: Pool, hints: Buckets, settings: Settings) -> None:
        self.pool = pool
        self.hints = hints
        self.settings = settings
        self.at_once = max(1, pool.workers - 1)  # questions of one analysis
        self.finished = Finished(settings.analyses_bytes)
        self._open: dict[str, Inquiry] = {}
        self._waiting: FairOrder[Inquiry] = FairOrder()

    async def begin(self, match: Match, caller: Account, address: str) -> Told:
        """Begin to analyse a table, unless that is done or under way."""
        check_asked(match, caller)
        told = self._told(match)
        if told is not None:
            return told
        self._check_quota(match.card.id, caller.id, address)
        self.hints.take(caller.id)
        inquiry = inquiry_into(match, caller.id, address)
        self._end(self._open.get(inquiry.table_id))
        self._open[inquiry.table_id] = inquiry
        self._waiting.add(inquiry, inquiry.account_id, inquiry.whole)
        self._start_waiting()
        return inquiry.json(self._place(inquiry))

    def found(self, match: Match, caller: Account) -> Told:
        """Return where the analysis of a table stands."""
        check_asked(match, caller)
        told = self._told(match)
        if told is None:
            raise Unknown("This table has not been analysed here; ask for it first.")
        return told

    def _told(self, match: Match) -> Told | None:
        """Return the analysis of a table at its present number, complete or not."""
        inquiry = self._open.get(match.card.id)
        if inquiry is not None and inquiry.number == match.number:
            return inquiry.json(self._place(inquiry))
        return self.finished.get(match.card.id, match.number)

    def _place(self, inquiry: Inquiry) -> int | None:
        """Return how many analyses come before a waiting one, None if it does not wait."""
        return next((place for place, other in enumerate(self._waiting) if other is inquiry), None)

    def _check_quota(self, table_id: str, account_id: str, address: str) -> None:
        """Refuse one analysis more than an account, an address or the server may have under way."""
        others = [inquiry for inquiry in self._open.values() if inquiry.table_id != table_id]
        settings = self.settings
        if sum(each.account_id == account_id for each in others) >= settings.analyses_per_account:
            raise TooMuch("You have as many analyses under way as one account may have; wait until one is done.", 10)
        if sum(each.address == address for each in others) >= settings.analyses_per_address:
            raise TooMuch("Too many analyses from your address are under way; wait until one is done.", 10)
        if len(others) >= settings.analyses_waiting:
            raise TooMuch("The server has as many analyses under way as it takes; ask again in a minute.", 60)

    def _start_waiting(self) -> None:
        """Start the analyses whose turn it is, at most one of each account."""
        running = [inquiry.account_id for inquiry in self._open.values() if inquiry.task is not None]
        for inquiry in list(self._waiting):
            if len(running) < RUNNING_AT_ONCE and inquiry.account_id not in running:
                self._waiting.remove(inquiry)
                running.append(inquiry.account_id)
                inquiry.task = asyncio.create_task(self._run(inquiry))

    def _end(self, inquiry: Inquiry | None) -> None:
        """Stop an analysis that is no longer wanted."""
        if inquiry is None:
            return
        self._open.pop(inquiry.table_id, None)
        self._waiting.remove(inquiry)
        if inquiry.task is not None:
            inquiry.task.cancel()

    async def _run(self, inquiry: Inquiry) -> None:
        """Make an analysis, keep what it came to, and start the next."""
        try:
            content = await self._content(inquiry)
            self.finished.keep(inquiry.table_id, inquiry.number, content)
        except Exception as problem:
            log.error("analysis.failed", problem=describe(problem))
        finally:
            if self._open.get(inquiry.table_id) is inquiry:
                del self._open[inquiry.table_id]
            self._start_waiting()

    async def _content(self, inquiry: Inquiry) -> bytes:
        """Look at everything and return the complete analysis as JSON; what could not be answered stays open."""
        analysis = inquiry.analysis = await asyncio.to_thread(analysis_of, inquiry)
        inquiry.whole = sum(not decision.is_forced for decision in analysis.course)
        await self._ask_all(inquiry, analysis, await asyncio.to_thread(analysis.questions), analysis.first_looks)
        second = await asyncio.to_thread(analysis.second_questions)
        inquiry.whole = inquiry.done + len(second)
        await self._ask_all(inquiry, analysis, second, analysis.second_looks)
        return await asyncio.to_thread(lambda: dumps(inquiry.json(None, account(analysis))))

    async def _ask_all(
        self, inquiry: Inquiry, analysis: Analysis, questions: list[Question], into: dict[int, Answer]
    ) -> None:
        """Have questions answered by the worker processes, a few at a time."""
        rest = iter(questions)

        async def ask() -> None:
            for question in rest:
                answer = await self.pool.look(analysis.game, SEED, question, inquiry.account_id)
                if answer is not None:
                    into[answer.number] = answer
                inquiry.done += 1

        async with asyncio.TaskGroup() as group:
            for _ in range(self.at_once):
                group.create_task(ask())

    async def stop(self) -> None:
        """Stop all analyses."""
        tasks = [inquiry.task for inquiry in self._open.values() if inquiry.task is not None]
        self._waiting = FairOrder()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def check_asked(match: Match, caller: Account) -> None:
    """Refuse to analyse a game that is still played, unless all its seats are the caller's, who studies it."""
    is_alone = all(chair.kind == HUMAN and chair.account_id == caller.id for chair in match.card.chairs)
    if not match.over and not is_alone:
        raise Clash("This game is still being played; its analysis waits until it is over.")
    if not match.game.has_evaluation:
        raise Wrong("There is no analysis of this game: it has no evaluation to search by.")


def inquiry_into(match: Match, account_id: str, address: str) -> Inquiry:
    """Return an analysis that waits; until it runs, every move counts as a look."""
    game, card = match.game, match.card
    words = tuple(game.move_text(move) for move in match.course.line.moves())
    record = Record(card.setup, words, card.start, result_of(game, match.course.position), card.revision)
    return Inquiry(card.id, match.number, account_id, address, card.setup, record, len(words))


def analysis_of(inquiry: Inquiry) -> Analysis:
    """Return an analysis before anything was looked at; its game is its own, since threads cannot share one."""
    return Analysis(registry.game(inquiry.setup), inquiry.record, BUDGET, SEED)

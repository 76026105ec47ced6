"""Analyses of games that are over or studied by one person, computed in the worker processes."""

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
from kontor.server.errors import Conflict, Invalid, LimitExceeded, NotFound
from kontor.server.limits import TokenBuckets
from kontor.server.logs import describe
from kontor.server.service.match import Match
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account
from kontor.server.store.table_info import HUMAN
from kontor.server.workers.pool import Pool
from kontor.server.workers.work_queue import FairOrder
from kontor.study.analysis import Analysis
from kontor.study.analysis_data import analysis_data
from kontor.study.evaluation import Evaluation, EvaluationRequest

BUDGET: Final = Budget(seconds=0.1)
RUNNING_AT_ONCE: Final = 4  # each takes about 20 MB while it runs
SEED: Final = 1

log = structlog.get_logger(__name__)

AnalysisJson = Mapping[str, Any] | Fragment


@dataclass(eq=False)
class AnalysisRun:
    """An analysis that waits or runs: for which account and address, and how many of its evaluations are done.

    Only a running one has its `analysis`, which takes much memory.
    """

    table_id: str
    number: int
    account_id: str
    address: str
    setup: Mapping[str, Any]
    record: Record
    total: int
    done: int = 0
    analysis: Analysis | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def json(self, before: int | None, report: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the progress and the curve as far as it is known, with the report once it is complete."""
        analysis = self.analysis
        looks = sorted(analysis.first_evaluations) if analysis else []
        known = [(number, analysis.before(number)) for number in looks] if analysis else []
        return {
            "number": self.number,
            "done": self.done,
            "total": self.total,
            "before": before,
            "complete": report is not None,
            "curve": [{"number": number, "chances": chances} for number, chances in known if chances],
            "report": report,
        }


class AnalysisCache:
    """Complete analyses as JSON; beyond a number of bytes the least recently used are dropped."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.bytes = 0
        self._entries: OrderedDict[str, tuple[int, bytes]] = OrderedDict()

    def get(self, table_id: str, number: int) -> Fragment | None:
        """Return the analysis of a table at a number of its log, if it is cached."""
        cached_number, content = self._entries.get(table_id, (-1, b""))
        if cached_number != number:
            return None
        self._entries.move_to_end(table_id)
        return Fragment(content)

    def put(self, table_id: str, number: int, content: bytes) -> None:
        """Store an analysis in place of an earlier one of the same table."""
        self.bytes += len(content) - len(self._entries.pop(table_id, (0, b""))[1])
        self._entries[table_id] = (number, content)
        while self.bytes > self.max_bytes and len(self._entries) > 1:
            self.bytes -= len(self._entries.popitem(last=False)[1][1])


class AnalysisService:
    """Computes every analysis once for all who ask; accounts take turns, and none ends the analysis of another."""

    def __init__(self, pool: Pool, limit: TokenBuckets, settings: Settings) -> None:
        self.pool = pool
        self.limit = limit
        self.settings = settings
        self.at_once = max(1, settings.workers - 1)  # questions of one analysis
        self.cache = AnalysisCache(settings.analyses_bytes)
        self._runs: dict[str, AnalysisRun] = {}
        self._waiting: FairOrder[AnalysisRun] = FairOrder()

    async def start(self, match: Match, account: Account, address: str) -> AnalysisJson:
        """Start the analysis of a table, unless it is complete or under way, and return its progress."""
        check_may_analyse(match, account)
        present = self._find(match)
        if present is not None:
            return present
        self._check_quota(match.table.id, account.id, address)
        self.limit.take(account.id)
        run = new_run(match, account.id, address)
        self._cancel(self._runs.get(run.table_id))
        self._runs[run.table_id] = run
        self._waiting.add(run, run.account_id, run.total)
        self._start_waiting()
        return run.json(self._queue_position(run))

    def status(self, match: Match, account: Account) -> AnalysisJson:
        """Return the progress of the analysis of a table."""
        check_may_analyse(match, account)
        present = self._find(match)
        if present is None:
            raise NotFound("This table has not been analysed here; start its analysis first.")
        return present

    def _find(self, match: Match) -> AnalysisJson | None:
        """Return the analysis of a table at its present number, complete or not."""
        run = self._runs.get(match.table.id)
        if run is not None and run.number == match.number:
            return run.json(self._queue_position(run))
        return self.cache.get(match.table.id, match.number)

    def _queue_position(self, run: AnalysisRun) -> int | None:
        """Return how many analyses come before a waiting one, None if it does not wait."""
        return next((position for position, other in enumerate(self._waiting) if other is run), None)

    def _check_quota(self, table_id: str, account_id: str, address: str) -> None:
        """Reject one analysis more than an account, an address or the server may have under way."""
        others = [run for run in self._runs.values() if run.table_id != table_id]
        settings = self.settings
        if sum(each.account_id == account_id for each in others) >= settings.analyses_per_account:
            raise LimitExceeded("You have as many analyses under way as one account may have; wait for one.", 10)
        if sum(each.address == address for each in others) >= settings.analyses_per_address:
            raise LimitExceeded("Too many analyses from your address are under way; wait until one is done.", 10)
        if len(others) >= settings.analyses_waiting:
            raise LimitExceeded("The server has as many analyses under way as it takes; ask again in a minute.", 60)

    def _start_waiting(self) -> None:
        """Start the analyses whose turn it is, at most one of each account."""
        running = [run.account_id for run in self._runs.values() if run.task is not None]
        for run in list(self._waiting):
            if len(running) < RUNNING_AT_ONCE and run.account_id not in running:
                self._waiting.remove(run)
                running.append(run.account_id)
                run.task = asyncio.create_task(self._run(run))

    def _cancel(self, run: AnalysisRun | None) -> None:
        """Cancel an analysis that is no longer wanted."""
        if run is None:
            return
        self._runs.pop(run.table_id, None)
        self._waiting.remove(run)
        if run.task is not None:
            run.task.cancel()

    async def _run(self, run: AnalysisRun) -> None:
        """Compute an analysis, cache it, and start the next one."""
        try:
            content = await self._compute(run)
            self.cache.put(run.table_id, run.number, content)
        except Exception as problem:
            log.error("analysis.failed", problem=describe(problem))
        finally:
            if self._runs.get(run.table_id) is run:
                del self._runs[run.table_id]
            self._start_waiting()

    async def _compute(self, run: AnalysisRun) -> bytes:
        """Evaluate all decisions and return the complete analysis as JSON; failed evaluations are left out."""
        analysis = run.analysis = await asyncio.to_thread(analysis_of, run)
        run.total = sum(not decision.is_forced for decision in analysis.decisions)
        await self._ask_all(run, analysis, await asyncio.to_thread(analysis.requests), analysis.first_evaluations)
        second = await asyncio.to_thread(analysis.second_requests)
        run.total = run.done + len(second)
        await self._ask_all(run, analysis, second, analysis.second_evaluations)
        return await asyncio.to_thread(lambda: dumps(run.json(None, analysis_data(analysis))))

    async def _ask_all(
        self, run: AnalysisRun, analysis: Analysis, questions: list[EvaluationRequest], into: dict[int, Evaluation]
    ) -> None:
        """Let the worker processes answer questions, a few at a time."""
        rest = iter(questions)

        async def ask() -> None:
            for question in rest:
                answer = await self.pool.look(analysis.game, SEED, question, run.account_id)
                if answer is not None:
                    into[answer.number] = answer
                run.done += 1

        async with asyncio.TaskGroup() as group:
            for _ in range(self.at_once):
                group.create_task(ask())

    async def stop(self) -> None:
        """Cancel all analyses."""
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        self._waiting = FairOrder()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def check_may_analyse(match: Match, account: Account) -> None:
    """Reject the analysis of a game that is still played, unless the account holds all its seats to study it."""
    is_alone = all(seat.kind == HUMAN and seat.account_id == account.id for seat in match.table.seats)
    if not match.over and not is_alone:
        raise Conflict("This game is still being played; it can be analysed when it is over.")
    if not match.game.has_evaluation:
        raise Invalid("There is no analysis of this game: it has no evaluation to search by.")


def new_run(match: Match, account_id: str, address: str) -> AnalysisRun:
    """Return an analysis that waits; until it runs, every move counts as an evaluation."""
    game, table = match.game, match.table
    words = tuple(game.move_text(move) for move in match.timeline.line.moves())
    result = result_of(game, match.timeline.position, expired=match.timeline.expired)
    record = Record(table.setup, words, table.start, result, table.revision)
    return AnalysisRun(table.id, match.number, account_id, address, table.setup, record, len(words))


def analysis_of(run: AnalysisRun) -> Analysis:
    """Return an analysis without evaluations."""
    return Analysis(registry.game(run.setup), run.record, BUDGET, SEED)

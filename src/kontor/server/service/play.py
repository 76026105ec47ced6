"""Moves and undos: what players and the server append to the log of a table."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import Any

from kontor.core.notation import UnknownMove
from kontor.core.record import TIME
from kontor.core.values import IllegalMove, Seat
from kontor.server.bus.bus import Bus, Notice
from kontor.server.clock import now, steady
from kontor.server.errors import (
    ApiError,
    Conflict,
    Forbidden,
    Invalid,
    LogConflict,
    OrdersChanged,
    RuleViolation,
    Stale,
    TableChanged,
)
from kontor.server.limits import TokenBuckets
from kontor.server.metrics import Metrics
from kontor.server.service import undo
from kontor.server.service.chance import chance_entries, decider, draw_all
from kontor.server.service.match import Continuation, Match
from kontor.server.service.matches import Matches
from kontor.server.service.order_answers import OrderAnswers
from kontor.server.service.outcomes import outcome_of
from kontor.server.service.serialization import entries_json
from kontor.server.service.table_summary import summary_after
from kontor.server.service.viewers import Viewer, known_viewer
from kontor.server.store.accounts import Account
from kontor.server.store.entries import CLOCK, END, MOVE, PLAYER, UNDO, Entry, EntryBatch
from kontor.server.store.log import GameLog
from kontor.server.store.table_info import HUMAN
from kontor.server.store.undo_votes import UndoVotes

Move = str | Mapping[str, Any]

MAX_ATTEMPTS = 4  # at a request while other nodes change its table


class PlayService:
    """Appends moves and undos to the logs of tables."""

    def __init__(
        self,
        matches: Matches,
        log: GameLog,
        undo_votes: UndoVotes,
        orders: OrderAnswers,
        bus: Bus,
        metrics: Metrics,
        undo_limit: TokenBuckets,
    ) -> None:
        self.matches = matches
        self.log = log
        self.undo_votes = undo_votes
        self.orders = orders
        self.bus = bus
        self.metrics = metrics
        self.undo_limit = undo_limit

    async def request(
        self, table_id: str, account: Account, seat: Seat | None, act: Callable[[Match, Viewer], Awaitable[None]]
    ) -> tuple[Match, Viewer]:
        """Run what a player asks for on the match as this node knows it, and again if another node knew more.

        Writing checks that the table is as this node knows it, so nothing has to be read before; only a request that
        would be rejected is checked against the database first.
        """
        match = await self.matches.current(table_id)
        for _ in range(MAX_ATTEMPTS):
            try:
                viewer = known_viewer(match, account, seat)
                await act(match, viewer)
            except TableChanged:
                await self.matches.catch_up(match)
            except ApiError:
                if not await self.matches.refresh(match):
                    raise
            else:
                return match, viewer
        raise Conflict("Others change this table all the time; try again.")

    async def move(self, match: Match, viewer: Viewer, number: int, content: Move) -> None:
        """Make the move of a player."""
        if not viewer.held:
            raise Forbidden("You hold no seat at this table; join one first, or watch.")
        async with match.lock:
            check_number(match, viewer, number)
            if match.to_move not in viewer.held and not match.over:
                raise Forbidden(f"Seat {match.to_move} is to move, and it is not yours.", to_move=match.to_move)
            await self._append_move(match, move_batch(match, read_move(match, content), PLAYER), viewer)

    async def make(self, match: Match, number: int, move: int, by: str) -> bool:
        """Make a move that the server decided; return False if the table has changed since a number."""
        async with match.lock:
            if match.number != number:
                return False
            try:
                await self._append_move(match, move_batch(match, move, by), Viewer())
            except (Stale, TableChanged):
                return False
        return True

    async def end_by_clock(self, match: Match, number: int) -> None:
        """End a game because the time of the seat to move has run out, unless the table has changed."""
        async with match.lock:
            if match.number == number and not match.over and match.time_left(match.to_move, steady()) <= 0:
                with contextlib.suppress(Stale, TableChanged):
                    await self._append(match, end_batch(match), Viewer())

    async def undo(self, match: Match, viewer: Viewer, number: int, length: int | None) -> None:
        """Take moves back, or record the vote of a player where all have to agree."""
        if not viewer.held:
            raise Forbidden("You hold no seat at this table; only players take moves back.")
        async with match.lock:
            check_number(match, viewer, number)
            back_to = len(match.timeline.line) - 1 if length is None else length
            seat = undo.check(match, viewer.held, back_to)
            self.undo_limit.take(viewer.account_id or "")
            if match.table.undo == undo.AGREED and not await self._vote(match, viewer, back_to):
                return
            await self._append(match, undo_batch(match, seat, back_to), viewer)

    async def _vote(self, match: Match, viewer: Viewer, length: int) -> bool:
        """Add the vote of a player for an undo, and return whether now all players agree."""
        table_id, number = match.table.id, match.number
        await self.undo_votes.add(table_id, number, viewer.held, length)
        match.undo_votes = await self.undo_votes.at(table_id, number)
        people = [seat.seat for seat in match.table.seats if seat.kind == HUMAN]
        return all(match.undo_votes.get(seat) == length for seat in people)

    async def _append_move(self, match: Match, batch: EntryBatch, viewer: Viewer) -> None:
        """Append a move with the answers of standing orders, as they are when it is written."""
        made = match.continuation(batch.entries)
        while True:
            try:
                completed = await self.orders.complete(match, batch, made.timeline)
                return await self._append(match, completed, viewer, made if completed is batch else None)
            except OrdersChanged:
                continue  # the player changed them at this moment: read them again

    async def _append(
        self, match: Match, batch: EntryBatch, viewer: Viewer, continuation: Continuation | None = None
    ) -> None:
        """Write a batch, and let the match become what follows from it, which may be known already."""
        number, continuation = match.number, continuation or match.continuation(batch.entries)
        try:
            began = perf_counter()
            await self.log.append(self._checked(match, batch, continuation))
        except LogConflict:
            await self.matches.catch_up(match)
            raise stale(match, viewer, number) from None
        except OrdersChanged:
            raise
        except TableChanged:
            match.changes_announced += 1
            raise
        except BaseException:
            match.changes_announced += 1  # the batch may have been written: the next request reads the log
            await self.bus.publish(Notice(batch.table_id, batch.number))
            raise
        self.metrics.appending.observe(perf_counter() - began)
        match.adopt(continuation)
        for entry in batch.entries:
            self.metrics.entries.counts[(entry.by,)] += 1
        await self.bus.publish(self.log.notice(batch))

    def _checked(self, match: Match, batch: EntryBatch, continuation: Continuation) -> EntryBatch:
        """Return a batch that is written only if no other node has changed the table, with the summary at its end.

        Before the end of a game the summary is left to `StoredSummaries`.
        """
        if self.log.database.shared:
            batch = batch._replace(version=match.table.version)
        return batch if batch.ended_by is None else batch._replace(summary=summary_after(match, continuation))


def check_number(match: Match, viewer: Viewer, number: int) -> None:
    """Reject a request that was made for an earlier entry of the log."""
    if number != match.number:
        raise stale(match, viewer, number)


def stale(match: Match, viewer: Viewer, number: int) -> Stale:
    """Return the error for a client that does not know the last number, with the new entries that are in memory."""
    oldest = match.number - len(match.recent)
    return Stale(
        f"The table is at number {match.number}, not {number}; nothing was changed. Look at what happened and "
        "decide again.",
        number=match.number,
        entries=entries_json(match, viewer, max(number, oldest)),
    )


def read_move(match: Match, content: Move) -> int:
    """Return the move that a text or an object describes."""
    try:
        return match.game.parse_move(content) if isinstance(content, str) else match.game.parse_move_json(content)
    except UnknownMove as problem:
        raise Invalid(f"{problem} The table lists the moves that are legal.") from problem


def move_batch(match: Match, move: int, by: str) -> EntryBatch:
    """Return a move and the chance moves that follow from it, or reject an illegal one."""
    game, position, seat = match.game, match.timeline.position[:], match.to_move
    if match.timeline.expired is not None:
        raise Conflict("The game is over: the time of a player has run out.")
    if match.timeline.closed is not None:
        raise Conflict("The game is over: it was ended without a result.")
    moment = max(now(), match.last_at)
    try:
        game.advance(position, move)
    except IllegalMove as problem:
        refusal = game.refusal(game.view(match.timeline.position, seat if seat >= 0 else None), move)
        raise RuleViolation(problem.move, refusal) from problem
    made = Entry(match.number + 1, MOVE, seat, by, game.move_text(move), moment, spent=spent(match, seat))
    drawn = chance_entries(game, match.number + 2, draw_all(game, position), moment)
    ended_by = game.ended_by(position)
    outcome = None if ended_by is None else outcome_of(game, position)
    return EntryBatch(match.table.id, [made, *drawn], decider(game, position), ended_by, outcome)


def end_batch(match: Match) -> EntryBatch:
    """Return the end of a game by the clock of the seat to move."""
    seat, moment = match.to_move, max(now(), match.last_at)
    entry = Entry(match.number + 1, END, seat, CLOCK, "", moment, spent=spent(match, seat))
    outcome = outcome_of(match.game, match.timeline.position, seat)
    return EntryBatch(match.table.id, [entry], None, TIME, outcome)


def undo_batch(match: Match, seat: Seat, length: int) -> EntryBatch:
    """Return an undo, with the seat that is to move after it."""
    moment = max(now(), match.last_at)
    entry = Entry(match.number + 1, UNDO, seat, PLAYER, "", moment, length, spent(match, seat))
    return EntryBatch(match.table.id, [entry], match.timeline.line.back_to(length).decider, None)


def spent(match: Match, seat: Seat) -> int:
    """Return the milliseconds an entry takes from the clock of its seat: none unless the seat is to move."""
    return match.elapsed(steady()) if seat == match.to_move else 0

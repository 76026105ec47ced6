"""The vote of all other players to let the computer play for a player who is absent."""

from __future__ import annotations

from typing import Final

from sqlalchemy.exc import IntegrityError

from kontor.agents import catalog
from kontor.agents.catalog import AgentError
from kontor.server.bus.bus import GAMES, SEATS, Notice
from kontor.server.bus.hub import Hub
from kontor.server.clock import now
from kontor.server.errors import Conflict, Forbidden
from kontor.server.service.absence import LONG_WAIT, OFFLINE_WAIT, Absence, absence_of
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.play import check_number, stale
from kontor.server.service.seat_changes import replaced, seat_change_batch
from kontor.server.service.table_summary import summarized
from kontor.server.service.viewers import Viewer
from kontor.server.store.absence_votes import add_vote, remove_vote
from kontor.server.store.entries import VOTE, EntryBatch
from kontor.server.store.log import GameLog
from kontor.server.store.table_extras import absence_votes_at
from kontor.server.store.tables import Tables

SUBSTITUTES: Final = ("medium", "light")


class AbsenceService:
    """Counts votes; the last one replaces the player in the same transaction."""

    def __init__(self, tables: Tables, matches: Matches, log: GameLog, hub: Hub) -> None:
        self.tables = tables
        self.matches = matches
        self.log = log
        self.hub = hub

    async def vote(self, match: Match, viewer: Viewer, number: int, agree: bool) -> None:
        """Add or withdraw the votes of an account's seats to replace the player to move."""
        if not viewer.held:
            raise Forbidden("You hold no seat at this table; only its players vote.")
        async with match.lock:
            await self.matches.catch_up(match)
            check_number(match, viewer, number)
            absence = absence_of(match)
            if absence is None:
                raise Conflict("No player can be replaced by a vote now; where there is a clock, it decides.")
            if not set(viewer.held) & set(absence.voters):
                raise Forbidden("The player whose replacement is voted on has no vote.")
            if agree:
                self._check_absent(match, absence)
            await self._write(match, viewer, absence, agree)

    def _check_absent(self, match: Match, absence: Absence) -> None:
        """Reject a vote about a player who has not been away for long enough."""
        waited, present = now() - absence.since, set(self.hub.presence(match.table.id).seats)
        is_offline = absence.seat not in present and set(absence.voters) <= present
        if waited < LONG_WAIT and not (is_offline and waited >= OFFLINE_WAIT):
            raise Conflict(
                "A player can be replaced who has not moved for three days, or for a quarter of an hour if they are "
                "not connected and all others are.",
                since=absence.since,
            )

    async def _write(self, match: Match, viewer: Viewer, absence: Absence, agree: bool) -> None:
        """Write the votes, and the seat change if all have agreed, unless another request has changed the table."""
        table_id, number = match.table.id, match.number
        batches: list[EntryBatch] = []
        notices = [Notice(table_id, about=SEATS)]
        try:
            async with self.tables.database.writing() as session:
                if not await self.tables.touch_at(session, table_id, number):
                    raise stale(match, viewer, number)
                for seat in viewer.held:
                    await (add_vote if agree else remove_vote)(session, table_id, number, seat)
                if await absence_votes_at(session, table_id, number) >= set(absence.voters):
                    before = match.table.seats[absence.seat]
                    after = replaced(before, substitute(match))
                    batches = [summarized(match, seat_change_batch(match, before, after, VOTE))]
                    if not await self.tables.write_seat(session, table_id, before, after):
                        raise stale(match, viewer, number)
                    await self.log.write_within(session, batches)
                    notices.append(Notice(before.account_id or "", about=GAMES))
                for notice in notices:
                    await self.tables.bus.publish_within(session, notice)
        except IntegrityError:
            await self.matches.catch_up(match)
            raise stale(match, viewer, number) from None
        finally:
            match.changes_announced += 1
        for batch in batches:
            match.follow(batch.entries)
            await self.tables.bus.publish(Notice(batch.table_id, batch.number))
        for notice in notices:
            await self.tables.bus.publish(notice)
        await self.matches.catch_up(match)


def substitute(match: Match) -> str:
    """Return the agent that plays for a replaced player: the first one that can play the game."""
    for agent in SUBSTITUTES[:-1]:
        try:
            catalog.check_agent(agent, match.game)
        except AgentError:
            continue
        return agent
    return SUBSTITUTES[-1]

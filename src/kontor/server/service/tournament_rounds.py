"""The rounds of tournaments: results, deadlines, and pairings with tables and reserved seats.

Every node does this work. A round is claimed by the number of the last one and written with all its tables in one
transaction, so that exactly one node creates it, and a crash leaves it complete or not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import ENTRIES, Notice
from kontor.server.clock import now
from kontor.server.service.arranged_tables import (
    ArrangedTable,
    announce_table,
    arranged,
    open_seat,
    plain_table,
    reserve_seats,
    write_arranged,
)
from kontor.server.service.invitations import join_link
from kontor.server.service.matches import Matches
from kontor.server.service.pairings.history import ABSENT, PlayedTable
from kontor.server.service.pairings.rounds import Field, paired
from kontor.server.service.periodic import Periodic
from kontor.server.service.seats import SeatService
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.service.tournament_plans import allowed_sizes
from kontor.server.store.entries import CLOCK, END, Entry, EntryBatch
from kontor.server.store.events import queue_event
from kontor.server.store.log import GameLog
from kontor.server.store.models import AccountInvitationRow, PairingRow, TournamentPlayerRow, TournamentRow
from kontor.server.store.table_info import LEFT
from kontor.server.store.tables import Tables
from kontor.server.store.tournament_players import players_of
from kontor.server.store.tournaments import (
    claim_end,
    claim_round,
    mark_checked,
    pairings_of,
    places_of,
    with_work,
    write_places,
)

HOUR: Final = 3_600_000
SUBSTITUTE: Final = "medium"  # the computer player for somebody who does not appear


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament as it was read: its row, players and pairings."""

    row: TournamentRow
    players: Sequence[TournamentPlayerRow]
    pairings: Sequence[PairingRow]

    @property
    def present(self) -> list[PairingRow]:
        """The pairings of the last round."""
        return [each for each in self.pairings if each.round == self.row.round]


class TournamentRounds:
    """Writes results, handles deadlines, and pairs the next round when one is complete."""

    def __init__(
        self, tables: Tables, log: GameLog, matches: Matches, seats: SeatService, slicer: TimeSlicer, seconds: float
    ) -> None:
        self.tables = tables
        self.log = log
        self.matches = matches
        self.seats = seats
        self.slicer = slicer
        self.periodic = Periodic("tournaments", seconds, self.advance_all)
        self.wake = self.periodic.wake
        tables.bus.subscribe(self._on_notice)

    def _on_notice(self, notice: Notice | None) -> None:
        """Look at the tournaments when a game that is in memory here has ended."""
        if notice is None or (notice.about == ENTRIES and self.matches.is_over(notice.subject)):
            self.wake()

    async def advance_all(self) -> None:
        """Advance every tournament in which something has happened."""
        async with self.tables.database.reading() as session:
            found = await with_work(session, now())
        for tournament_id in found:
            await self.advance(tournament_id)

    async def advance(self, tournament_id: str) -> None:
        """Write results, handle the deadline, and pair the next round or end the tournament."""
        state = await self._read(tournament_id)
        if state is None or state.row.ended_at is not None:
            return
        await self._write_results(state)
        for pairing in state.present:
            if pairing.places is None and not pairing.checked and pairing.due_at and pairing.due_at <= now():
                await self._check_absence(state.row, pairing)
        state = await self._read(tournament_id)
        if state is None or any(each.places is None for each in state.present):
            return
        if state.row.round >= state.row.rounds:
            await self._end(state)
        else:
            await self.pair(tournament_id, state.row.round)

    async def _read(self, tournament_id: str) -> TournamentState | None:
        async with self.tables.database.reading() as session:
            row = await session.get(TournamentRow, tournament_id)
            if row is None:
                return None
            return TournamentState(
                row, await players_of(session, tournament_id), await pairings_of(session, tournament_id)
            )

    async def _write_results(self, state: TournamentState) -> None:
        """Write the places of the games of the last round that are over."""
        waiting = [each for each in state.present if each.places is None and each.table_id is not None]
        async with self.tables.database.writing() as session:
            found = await places_of(session, [each.table_id for each in waiting if each.table_id])
            for pairing in waiting:
                if pairing.table_id in found:
                    await write_places(session, pairing, ranked(pairing, found[pairing.table_id]))

    async def _check_absence(self, row: TournamentRow, pairing: PairingRow) -> None:
        """Give the seats of absent players to the computer; where fewer than two are present, the game is over."""
        assert pairing.table_id is not None
        match = await self.matches.get(pairing.table_id)
        missing = [seat for seat, player in enumerate(pairing.players) if not match.table.held_by(player)]
        walkover = len(pairing.players) - len(missing) < 2
        if not walkover and not match.begun:
            for seat in missing:
                await self.seats.seat_computer(match, seat, SUBSTITUTE)
        absent = [] if match.begun and not missing else [pairing.players[seat] for seat in missing]
        async with self.tables.database.writing() as session:
            own = AccountInvitationRow.table_id == pairing.table_id
            await session.execute(delete(AccountInvitationRow).where(own))
            await mark_checked(session, pairing, absent)
            if walkover:
                await write_places(session, pairing, [ABSENT if each in absent else 1 for each in pairing.players])
                if not match.over:
                    entry = Entry(match.number + 1, END, None, CLOCK, "", max(now(), match.last_at))
                    await self.log.write_within(session, [EntryBatch(pairing.table_id, [entry], None, LEFT)])
            await self.tables.touch(session, pairing.table_id)
        await announce_table(self.tables.bus, pairing.table_id, pairing.players)

    async def _end(self, state: TournamentState) -> None:
        async with self.tables.database.writing() as session:
            if await claim_end(session, state.row.id, now()):
                people = [player.account_id for player in state.players]
                await self._notify(session, people, state.row, "ended")

    async def pair(self, tournament_id: str, last: int) -> bool:
        """Write the round after the last one with all its tables; return False if another request has done so."""
        state = await self._read(tournament_id)
        if state is None or state.row.round != last:
            return False
        row, setup = state.row, state.row.plan["setup"]
        field = Field(
            tuple(player.account_id for player in state.players),
            frozenset(player.account_id for player in state.players if player.withdrawn_in is not None),
            setup["players"],
            allowed_sizes(setup),
        )
        played = [
            PlayedTable(each.round, tuple(each.players), None if each.places is None else tuple(each.places))
            for each in state.pairings
        ]
        groups = await self.slicer.in_thread(partial(paired, row.kind, last + 1, field, played))
        if not any(len(group) > 1 for group in groups) and last:
            await self._end(state)
            return True
        tables = [self._arranged(row, group) if len(group) > 1 else None for group in groups]
        return await self._write_round(row, groups, tables)

    def _arranged(self, row: TournamentRow, players: Sequence[str]) -> ArrangedTable:
        plan = row.plan
        setup = {**plan["setup"], "players": len(players)}
        options = {"title": row.name, "undo": plan["undo"], "rated": plan["rated"], "group_id": row.group_id}
        like = plain_table(setup, plan["clock"], **options)
        return arranged(like, row.organizer, [open_seat() for _ in players])

    async def _write_round(
        self, row: TournamentRow, groups: Sequence[Sequence[str]], tables: Sequence[ArrangedTable | None]
    ) -> bool:
        moment = now()
        async with self.tables.database.writing() as session:
            if not await claim_round(session, row.id, row.round, moment if row.round == 0 else None):
                return False
            for number, (players, table) in enumerate(zip(groups, tables, strict=True)):
                await self._write_pairing(session, row, number, list(players), table, moment)
        for players, table in zip(groups, tables, strict=True):
            if table is not None:
                await announce_table(self.tables.bus, table[0].id, players)
        return True

    async def _write_pairing(
        self,
        session: AsyncSession,
        row: TournamentRow,
        number: int,
        players: list[str],
        table: ArrangedTable | None,
        moment: int,
    ) -> None:
        table_id = None
        if table is not None:
            table_id = table[0].id
            await write_arranged(session, self.tables, self.log, table)
            bus, seats = self.tables.bus, dict(enumerate(players))
            await reserve_seats(session, bus, table_id, seats, row.organizer, "tournament")
        session.add(
            PairingRow(
                tournament_id=row.id,
                round=row.round + 1,
                number=number,
                table_id=table_id,
                players=players,
                places=None if table is not None else [1] * len(players),
                absent=[],
                due_at=None if table is None else moment + row.start_hours * HOUR,
            )
        )
        await session.flush()
        await self._notify(session, players, row, "bye" if table is None else "round", table_id)

    async def _notify(
        self, session: AsyncSession, people: Sequence[str], row: TournamentRow, kind: str, table_id: str | None = None
    ) -> None:
        link = f"#/tournament/{row.id}" if table_id is None else join_link(table_id)
        data = {"title": row.name, "kind": kind, "link": link}
        await queue_event(session, people, "tournament", table_id, data)


def ranked(pairing: PairingRow, places: dict[int, int]) -> list[int]:
    """Return the places of the players among themselves, without computers; an absent player has none."""
    present = {seat: places[seat] for seat, each in enumerate(pairing.players) if each not in pairing.absent}
    return [
        1 + sum(other < present[seat] for other in present.values()) if seat in present else ABSENT
        for seat in range(len(pairing.players))
    ]

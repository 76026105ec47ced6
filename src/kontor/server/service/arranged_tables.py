"""Tables that the server arranges for several accounts: rematches, quick matches and tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from kontor.core.record import Record
from kontor.server.bus.bus import GAMES, SEATS, Bus, Notice
from kontor.server.clock import now
from kontor.server.ids import new_id
from kontor.server.service.invitations import invitation_row
from kontor.server.service.tables import all_taken, configured, first_batch
from kontor.server.store.account_invitations import InvitationKind
from kontor.server.store.entries import EntryBatch
from kontor.server.store.log import GameLog
from kontor.server.store.table_info import OPEN, SeatInfo, TableInfo
from kontor.server.store.tables import Tables

ArrangedTable = tuple[TableInfo, EntryBatch]
LIVE_CLOCK: Final[Mapping[str, Any]] = {"kind": "budget", "seconds": 900, "increment": 15, "agent": "light"}
SLOW_CLOCK: Final[Mapping[str, Any]] = {"kind": "turn", "seconds": 172_800, "increment": 0, "agent": "light"}


def arranged(like: TableInfo, host: str, seats: Sequence[SeatInfo]) -> ArrangedTable:
    """Return a new table with the settings of another one and these seats, and its first entries."""
    game, moment = configured(like.setup), now()
    table = replace(
        like,
        id=new_id(),
        host=host,
        setup=game.setup,
        start=None,
        revision=game.revision,
        created_at=moment,
        begun_at=moment if all_taken(seats) else None,
        seats=tuple(replace(seat, seat=n, former_id=None) for n, seat in enumerate(seats)),
        version=0,
        watchers=frozenset(),
        members=frozenset(),
        invited=(),
    )
    return table, first_batch(table, game, Record(game.setup, revision=game.revision))


def plain_table(setup: Mapping[str, Any], clock: Mapping[str, Any] | None, **options: Any) -> TableInfo:
    """Return the settings of a private table that is played from the start, for `arranged`."""
    fields: dict[str, Any] = {"title": "", "public": False, "undo": "own", **options}
    return TableInfo(
        id="",
        host="",
        setup=dict(setup),
        start=None,
        revision=0,
        clock=None if clock is None else dict(clock),
        begun_at=None,
        created_at=0,
        seats=(),
        **fields,
    )


async def write_arranged(session: AsyncSession, tables: Tables, log: GameLog, arranged: ArrangedTable) -> None:
    """Write a new table inside a transaction."""
    table, batch = arranged
    await tables.add(session, table)
    if batch.entries:
        await log.write_within(session, [batch])


async def reserve_seats(
    session: AsyncSession, bus: Bus, table_id: str, players: Mapping[int, str], by: str, kind: InvitationKind
) -> None:
    """Reserve open seats of a table for accounts, which are invited to them."""
    session.add_all(
        invitation_row(table_id, seat, account_id, by, kind, reserved=True) for seat, account_id in players.items()
    )
    await session.flush()
    for account_id in set(players.values()):
        await bus.publish_within(session, Notice(account_id, about=GAMES))


async def announce_table(bus: Bus, table_id: str, account_ids: Iterable[str]) -> None:
    """Announce a table to this node: to what moves for computers, and to the home pages of its players."""
    await bus.publish(Notice(table_id, about=SEATS))
    for account_id in account_ids:
        await bus.publish(Notice(account_id, about=GAMES))


def open_seat() -> SeatInfo:
    """Return an open seat, whose number `arranged` sets."""
    return SeatInfo(0, OPEN)

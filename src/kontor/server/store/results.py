"""The results of finished games, written in the transaction that ends a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, case, func, insert, select

from kontor.server.store.entries import CLOCK, HOST, MOVE, SEAT, Outcome
from kontor.server.store.models import AccountRow, EntryRow, ResultRow, SeatRow, TableRow
from kontor.server.store.rating_model import is_rated_level
from kontor.server.store.rating_writer import next_sequence, rate_game

INSERT_RESULTS = insert(ResultRow.__table__)  # type: ignore[arg-type]
TABLE_COLUMNS = (
    TableRow.setup,
    TableRow.practice,
    TableRow.rated,
    TableRow.moved_at,
    TableRow.ended_by,
)


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """Who a seat counts for at the end: an account, an agent, or an account for which an agent finished the game."""

    account_id: str | None
    agent: str | None


def write_results(connection: Connection, table_id: str, outcome: Outcome) -> None:
    """Write the result of every seat of a table whose game has ended, and rate it; practice has no results."""
    table = connection.execute(select(*TABLE_COLUMNS).where(TableRow.id == table_id)).one()
    if table.practice:
        return
    players = seat_players(connection, table_id)
    counted = counted_seats(connection, table.setup["game"], players) if table.rated else frozenset[int]()
    sequence = next_sequence(connection) if counted else None
    shared = shared_accounts(players)
    counts = move_counts(connection, table_id)
    rows = [
        {
            "table_id": table_id,
            "seat": seat,
            "account_id": player.account_id,
            "agent": player.agent,
            "shared": player.account_id in shared,
            "place": outcome.places[seat],
            "score": sum(outcome.lines[seat].values()),
            "lines": dict(outcome.lines[seat]),
            "moves": counts.get(seat, (0, 0))[0],
            "late_moves": counts.get(seat, (0, 0))[1],
            "rated": seat in counted,
            "sequence": sequence,
            **game_values(table),
        }
        for seat, player in enumerate(players)
    ]
    connection.execute(INSERT_RESULTS, rows)
    if sequence is not None:
        rate_game(connection, sequence, [row for row in rows if row["rated"]])


def game_values(table: Row[Any]) -> dict[str, Any]:
    """Return what all results of a table have in common."""
    setup: Mapping[str, Any] = table.setup
    return {
        "game": setup["game"],
        "edition": setup.get("edition"),
        "board": setup.get("board"),
        "players": setup["players"],
        "modules": list(setup.get("modules") or ()),
        "ended_at": table.moved_at,
        "ended_by": table.ended_by,
    }


def seat_players(connection: Connection, table_id: str) -> list[SeatPlayer]:
    """Return who every seat of a table counts for.

    A seat that its player has left counts for that person, unless the host has replaced the person.
    """
    columns = (SeatRow.seat, SeatRow.account_id, SeatRow.agent, SeatRow.former_id)
    seats = connection.execute(select(*columns).where(SeatRow.table_id == table_id).order_by(SeatRow.seat)).all()
    removed = seats_changed_by_host(connection, table_id) if any(seat.former_id for seat in seats) else set()
    return [
        SeatPlayer(
            seat.account_id or (None if seat.seat in removed else seat.former_id),
            seat.agent,
        )
        for seat in seats
    ]


def seats_changed_by_host(connection: Connection, table_id: str) -> set[int]:
    """Return the seats whose last change was made by the host for somebody else."""
    query = select(EntryRow.seat, EntryRow.by).where(EntryRow.table_id == table_id, EntryRow.kind == SEAT)
    last = {row.seat: row.by for row in connection.execute(query.order_by(EntryRow.number))}
    return {seat for seat, by in last.items() if by == HOST}


def move_counts(connection: Connection, table_id: str) -> dict[int, tuple[int, int]]:
    """Return how many moves were made for every seat, and how many of them because its time had run out."""
    late = func.sum(case((EntryRow.by == CLOCK, 1), else_=0))
    query = select(EntryRow.seat, func.count(), late).where(EntryRow.table_id == table_id, EntryRow.kind == MOVE)
    return {seat: (moves, int(late)) for seat, moves, late in connection.execute(query.group_by(EntryRow.seat))}


def shared_accounts(players: Sequence[SeatPlayer]) -> set[str]:
    """Return the accounts that several seats count for."""
    ids = [player.account_id for player in players if player.account_id is not None]
    return {account_id for account_id in ids if ids.count(account_id) > 1}


def counted_seats(connection: Connection, game: str, players: Sequence[SeatPlayer]) -> frozenset[int]:
    """Return the seats that count in the ratings: people with a password, and the levels of the computer.

    None counts where an account has several seats, or where a single one would count.
    """
    ids = {player.account_id for player in players if player.account_id is not None}
    query = select(AccountRow.id).where(AccountRow.id.in_(ids), AccountRow.password.is_not(None))
    registered = set(connection.scalars(query)) if ids else set()
    counted = {seat for seat, player in enumerate(players) if counts(game, player, registered)}
    if shared_accounts(players) or len(counted) < 2 or not registered:
        return frozenset()
    return frozenset(counted)


def counts(game: str, player: SeatPlayer, registered: set[str]) -> bool:
    """Return whether the player of a seat has a rating."""
    if player.account_id is not None:
        return player.account_id in registered
    return player.agent is not None and is_rated_level(game, player.agent)

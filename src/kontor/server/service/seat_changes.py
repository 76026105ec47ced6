"""Seat changes during a game: who may take a seat, and the entry that records the change."""

from __future__ import annotations

import json

from kontor.core.values import Seat
from kontor.server.clock import now
from kontor.server.errors import Forbidden, LimitExceeded
from kontor.server.service.chance import decider
from kontor.server.service.match import Match
from kontor.server.service.play import spent
from kontor.server.store.accounts import Account
from kontor.server.store.entries import HOST, SEAT, Entry, EntryBatch
from kontor.server.store.table_info import AGENT, OPEN, SeatInfo

MAX_CHANGES = 200
"""Seat changes in one log, which otherwise could grow without a move."""


def has_secrets(match: Match, seat: Seat) -> bool:
    """Return whether the player of a seat sees something of the position that a spectator does not."""
    return match.game.has_secrets(match.timeline.position, seat)


def replaced(before: SeatInfo, agent: str | None) -> SeatInfo:
    """Return a seat that its player leaves to an agent, or, without one, open."""
    former = before.account_id or before.former_id
    return SeatInfo(before.seat, OPEN if agent is None else AGENT, agent=agent, former_id=former)


def check_no_secrets(match: Match, seat: Seat) -> None:
    """Reject the handover of a seat to a person who would learn its secrets."""
    if has_secrets(match, seat):
        raise Forbidden(
            f"Seat {seat} has secrets that only its player knows; it can be handed over to a computer player only.",
            seat=seat,
            secrets=True,
        )


def may_return(match: Match, seat: SeatInfo, account: Account) -> bool:
    """Return whether an account may take its seat back from the computer: not if the host has replaced it."""
    if seat.kind != AGENT or seat.former_id != account.id:
        return False
    changes = [entry for entry in match.entries if entry.kind == SEAT and entry.seat == seat.seat]
    return not changes or changes[-1].by != HOST


def check_may_take(match: Match, seat: SeatInfo, account: Account) -> None:
    """Reject an account that would learn secrets from a seat that it could not know otherwise.

    With secrets, a seat that was left is for its former player; one that no person has played is for people who have
    played no other seat of the table.
    """
    if not match.is_recorded or seat.former_id == account.id or not has_secrets(match, seat.seat):
        return
    if seat.former_id is not None:
        raise Forbidden(f"Seat {seat.seat} has secret cards; only the player who left it or a computer can play on.")
    if any(account.id in (other.account_id, other.former_id) for other in match.table.seats):
        raise Forbidden(f"Seat {seat.seat} has secret cards, and you have seen those of another seat.")


def seat_change_batch(match: Match, before: SeatInfo, after: SeatInfo, by: str) -> EntryBatch:
    """Return the batch that records a seat change; the time until then counts for the seat to move."""
    if sum(entry.kind == SEAT for entry in match.entries) >= MAX_CHANGES:
        raise LimitExceeded(f"The seats of this table have changed {MAX_CHANGES} times, which is the limit.", 3600)
    moment, position = max(now(), match.last_at), match.timeline.position
    left = before.name if before.account_id is not None else None
    change = {"kind": after.kind, "name": after.name, "agent": after.agent, "left": left}
    words = json.dumps(change, ensure_ascii=False)
    entry = Entry(match.number + 1, SEAT, after.seat, by, words, moment, spent=spent(match, match.to_move))
    return EntryBatch(match.table.id, [entry], decider(match.game, position), match.game.ended_by(position))

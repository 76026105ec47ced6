"""Viewers: what an account may see of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kontor.core.values import Seat
from kontor.server.errors import Forbidden
from kontor.server.service.match import Match
from kontor.server.store.accounts import Account

MOST_VIEWERS: Final = 1_000  # of one table that are remembered


@dataclass(frozen=True, slots=True)
class Viewer:
    """The seats an account holds at a table, and the one whose secrets it sees; None sees what is public."""

    seat: Seat | None = None
    held: tuple[Seat, ...] = ()
    account_id: str | None = None

    def decision(self, to_move: Seat) -> Seat | None:
        """Return the seat for which the account has to decide now, if it holds that seat.

        Several people at one screen see only what is public until they ask for a seat, and decide all the same.
        """
        is_own = to_move == self.seat or (self.seat is None and to_move in self.held)
        return to_move if is_own else None


def viewer_of(match: Match, account: Account | None, seat: Seat | None) -> Viewer:
    """Return what an account sees of a table: as the seat it asks for, or as the only seat it holds.

    When the game is over nothing is secret, and any seat may be asked for. Before play has begun no secrets are
    shown, since people may still change seats.
    """
    account_id = account.id if account else None
    if not match.table.may_watch(account_id):
        raise Forbidden("This table is private; you need a link to it.")
    if seat is None:
        return default_viewer(match, account_id)
    match.table.seat_at(seat)
    held = match.table.held_by(account_id)
    if seat not in held and not match.over:
        raise Forbidden(f"Seat {seat} is not yours; you cannot see what it sees.")
    return Viewer(seat if match.begun else None, held, account_id)


def known_viewer(match: Match, account: Account | None, seat: Seat | None) -> Viewer:
    """Return what an account sees of a table, found once until something changes that decides it."""
    key = (account.id if account else None, seat, match.table.version, match.begun, match.over)
    viewer: Viewer | None = match.viewers.get(key)
    if viewer is None:
        if len(match.viewers) >= MOST_VIEWERS:
            match.viewers.clear()
        viewer = match.viewers[key] = viewer_of(match, account, seat)
    return viewer


def default_viewer(match: Match, account_id: str | None) -> Viewer:
    """Return what an account sees without asking for a seat: as the only seat it holds, else what is public."""
    held = match.table.held_by(account_id)
    return Viewer(held[0] if len(held) == 1 and match.begun else None, held, account_id)

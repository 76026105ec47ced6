"""Descriptions of tables and their seats, as services use them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from kontor.server.clock import now
from kontor.server.errors import NotFound
from kontor.server.store.models import TableRow
from kontor.server.store.table_extras import Interval, TableExtras

HUMAN: Final = "human"
OPEN: Final = "open"
AGENT: Final = "agent"
LEFT: Final = "left"  # how a game ends that is not played on: practice, or too few players are there
CLOSED: Final = "closed"  # how a game ends that an operator stops


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat of a table and its player; `former_id` is the account that left it while the game was played.

    `guest` and `former` say of its account that it has no password, or was deleted, `watchable` that strangers may
    watch its games; the seat does not store them.
    """

    seat: int
    kind: str
    account_id: str | None = None
    name: str | None = None
    agent: str | None = None
    former_id: str | None = None
    is_bot: bool = False
    guest: bool = False
    former: bool = False
    watchable: bool = True


SEAT_COLUMNS: Final = ("seat", "kind", "account_id", "name", "agent", "former_id", "is_bot")
"""What the database stores of a seat, in the order of the fields of `SeatInfo`."""


@dataclass(frozen=True, slots=True)
class InvitedAccount:
    """An account that is invited to a seat; nobody else may take a reserved one."""

    account_id: str
    seat: int
    reserved: bool


@dataclass(frozen=True, slots=True)
class TableInfo:
    """The description of a table: its game, options and seats, without its log.

    `watchers` may watch a private table, `members` are those of its group, `invited` the accounts invited to seats.
    """

    id: str
    host: str
    title: str
    setup: dict[str, Any]
    start: dict[str, Any] | None
    revision: int
    public: bool
    undo: str
    clock: dict[str, Any] | None
    begun_at: int | None
    created_at: int
    seats: tuple[SeatInfo, ...]
    hints: bool = False
    practice: bool = False
    rated: bool = False
    rating_min: int | None = None
    rating_max: int | None = None
    chat_closed: bool = False
    version: int = 0
    group_id: str | None = None
    rematch_of: str | None = None
    watchers: frozenset[str] = field(default_factory=frozenset)
    members: frozenset[str] = field(default_factory=frozenset)
    invited: tuple[InvitedAccount, ...] = ()
    extras: TableExtras = field(default_factory=TableExtras)

    def held_by(self, account_id: str | None) -> tuple[int, ...]:
        """Return the seats that an account holds."""
        return tuple(seat.seat for seat in self.seats if account_id and seat.account_id == account_id)

    def seat_at(self, seat: int) -> SeatInfo:
        """Return a seat by its number, or raise NotFound."""
        if not 0 <= seat < len(self.seats):
            raise NotFound(f"The table has {len(self.seats)} seats, numbered from 0; there is no seat {seat}.")
        return self.seats[seat]

    def is_offered(self, seat: int, account_id: str | None, invited: bool) -> bool:
        """Return whether the player of a seat offers it to an account, or to whoever is invited to the seat."""
        offer = self.extras.offers.get(seat)
        if offer is None or offer.account_id != self.seats[seat].account_id or not offer.is_valid(now()):
            return False
        return invited if offer.to_id is None else offer.to_id == account_id

    @property
    def participants(self) -> frozenset[str]:
        """The accounts that host the table or hold a seat."""
        return frozenset([self.host, *(seat.account_id for seat in self.seats if seat.account_id is not None)])

    @property
    def has_people(self) -> bool:
        """Whether a person holds a seat."""
        return any(seat.kind == HUMAN for seat in self.seats)

    @property
    def gives_hints(self) -> bool:
        """Whether players may ask for hints: not if it is rated; else with computers, or if the host allows it."""
        if self.rated:
            return False
        people = {seat.account_id for seat in self.seats if seat.kind != AGENT}
        return self.hints or (len(people) == 1 and None not in people)

    def may_watch(self, account_id: str | None) -> bool:
        """Return whether an account, or None for a request without one, may see the table."""
        known = account_id is not None and (account_id == self.host or account_id in self.watchers)
        played = account_id is not None and any(seat.former_id == account_id for seat in self.seats)
        return self.is_watchable or known or played or bool(self.held_by(account_id)) or self.expects(account_id)

    @property
    def is_watchable(self) -> bool:
        """Whether strangers may see the table: a public one, until a game begins that a player hides from them."""
        return self.public and (self.begun_at is None or all(seat.watchable for seat in self.seats))

    def expects(self, account_id: str | None) -> bool:
        """Return whether an account may sit down without a link: a member of the group, or one that is invited."""
        return account_id in self.members or any(each.account_id == account_id for each in self.invited)

    def is_reserved(self, seat: int, account_id: str) -> bool:
        """Return whether a seat is reserved for another account."""
        kept = {each.account_id for each in self.invited if each.seat == seat and each.reserved}
        return bool(kept) and account_id not in kept

    def free_seats(self, account_id: str) -> list[int]:
        """Return the open seats that an account may take, those to which it is invited first."""
        own = {each.seat for each in self.invited if each.account_id == account_id}
        open_seats = [seat.seat for seat in self.seats if seat.kind == OPEN]
        return sorted((n for n in open_seats if not self.is_reserved(n, account_id)), key=lambda n: (n not in own, n))


TABLE_COLUMNS: Final = [
    name for name in TableInfo.__slots__ if name not in ("seats", "watchers", "members", "invited", "extras")
]
"""The fields of a description that are columns of the row of a table."""


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A table in a list, with the vacations of the player it waits for, if they stop its clock."""

    row: TableRow
    seats: tuple[SeatInfo, ...]
    vacations: tuple[Interval, ...] = ()

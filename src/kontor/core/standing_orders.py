"""Standing orders: what a game does for a player who is away and has said in advance how to answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from kontor.core.values import PositionBytes, Seat

ASK: Final = "ask"
SPACES: Final = "spaces"
CITY: Final = "city"
NETWORK: Final = "network"
TRADERS: Final = "traders"
NONE: Final = "none"

Put = Literal["ask", "spaces", "city", "network"]
Extras = Literal["ask", "none", "traders"]


class OrderProblem(ValueError):
    """Raised for an order that can never be carried out; the text is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Order:
    """Where a piece goes if it has to leave its space, and what happens to the further pieces this allows.

    `put` is `ask` (the player decides), `spaces` (the first of `spaces` that is legal), `city` (as near as possible
    to `city`) or `network` (as near as possible to the largest network). `extras` is `traders` (as many as allowed,
    traders first), `none`, or `ask`.
    """

    put: Put
    spaces: tuple[str, ...] = ()
    city: str | None = None
    extras: Extras = "ask"


@dataclass(frozen=True, slots=True)
class PastMove:
    """A move of the past, the position before it, and whether an order made it."""

    before: PositionBytes
    move: int
    by_order: bool


@dataclass(frozen=True, slots=True)
class Departure:
    """The piece that had to leave its space: the space, and how many moves ago."""

    space: str
    moves_ago: int


@dataclass(frozen=True, slots=True)
class Destinations:
    """Where a piece would go if it had to leave its space now, for every order.

    `ranks` are the spaces that are open now, and those that are open once none of these is left. `cities` and
    `network` say to which space an order would put it; None where the player would be asked.
    """

    ranks: Sequence[Sequence[str]]
    cities: Mapping[str, str]
    network: str | None
    extras: int
    source: str


class StandingOrders(ABC):
    """The standing orders of one configuration of a game."""

    spaces: Sequence[str]  # those on which a piece can have an order

    @abstractmethod
    def contents(self, position: PositionBytes) -> bytes:
        """Return one byte per space that tells the piece on it; equal bytes are equal pieces."""

    @abstractmethod
    def pieces(self, position: PositionBytes, seat: Seat) -> dict[str, str]:
        """Return the kind of every piece of a seat that can have an order, by space."""

    @abstractmethod
    def check(self, order: Order, space: str | None, kind: str | None) -> None:
        """Raise OrderProblem if a piece can never follow the order; without a space the order is for any piece."""

    @abstractmethod
    def waiting(self, position: PositionBytes) -> Seat | None:
        """Return the seat that has to answer for a piece of its own which left its space, None if none has to."""

    @abstractmethod
    def departure(self, seat: Seat, past: Iterable[PastMove]) -> Departure | None:
        """Return what the seat has to answer for, from its moves, the latest first; None once it answered itself."""

    @abstractmethod
    def move(self, position: PositionBytes, order: Order) -> int | None:
        """Return the next legal move that an order means, None if the player has to be asked."""

    @abstractmethod
    def destinations(self, position: PositionBytes, space: str) -> Destinations:
        """Return where the piece on a space would go if it had to leave now."""

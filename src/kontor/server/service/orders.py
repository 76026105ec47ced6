"""Standing orders: what a player has said in advance about pieces that have to leave their spaces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from kontor.core.standing_orders import ASK, CITY, SPACES, Order, OrderProblem, StandingOrders
from kontor.core.values import Seat
from kontor.server.errors import Conflict, Forbidden, Invalid, NotFound
from kontor.server.service.match import Match
from kontor.server.service.piece_history import arrivals
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.service.viewers import Viewer
from kontor.server.store.order_book import Content, OrderBook, SeatKey, emptied
from kontor.server.store.orders import Orders

Change = Callable[[OrderBook], OrderBook]


class OrderService:
    """Shows and changes the orders of a seat to the account that holds it, and to nobody else."""

    def __init__(self, orders: Orders, slicer: TimeSlicer) -> None:
        self.orders = orders
        self.slicer = slicer

    async def book(self, match: Match, viewer: Viewer, seat: Seat | None) -> dict[str, Any]:
        """Return the orders of a seat, and the pieces that can have one."""
        standing, key = standing_orders(match), seat_key(match, viewer, seat)
        self.slicer.limits.charge_moves(len(match.timeline.line))
        return book_json(match, standing, await self.orders.book(key))

    async def destinations(self, match: Match, viewer: Viewer, seat: Seat | None, space: str) -> dict[str, Any]:
        """Return where a piece of the seat would go if it had to leave its space now."""
        standing, key = standing_orders(match), seat_key(match, viewer, seat)
        kind = own_piece(match, standing, key.seat, space)
        destinations = standing.destinations(match.game.view(match.timeline.position, key.seat), space)
        return {"number": match.number, "space": space, "kind": kind, **asdict(destinations)}

    async def set_general(
        self, match: Match, viewer: Viewer, seat: Seat | None, version: int, suspended: bool, default: Order | None
    ) -> dict[str, Any]:
        """Suspend or resume all orders, and set or remove the order for all other pieces."""
        standing = standing_orders(match)
        if default is not None:
            check_order(standing, default, None, None)

        def change(book: OrderBook) -> OrderBook:
            content = None if default is None else order_data(default)
            return replace(book, suspended=suspended, default=content, number=match.number)

        return await self._change(match, viewer, seat, version, change)

    async def set_order(
        self, match: Match, viewer: Viewer, seat: Seat | None, version: int, space: str, since: int, order: Order
    ) -> dict[str, Any]:
        """Set the order of a piece, which has been on its space since an entry."""
        standing, key = standing_orders(match), seat_key(match, viewer, seat)
        kind = own_piece(match, standing, key.seat, space)
        check_order(standing, order, space, kind)

        def change(book: OrderBook) -> OrderBook:
            if arrivals(match, standing, match.timeline.line)[space] != since:
                raise Conflict(f"Another piece is on {space} now; look at the table and decide again.")
            own_piece(match, standing, key.seat, space)
            return replace(book, orders={**book.orders, space: {**order_data(order), "kind": kind, "since": since}})

        return await self._change(match, viewer, seat, version, change)

    async def remove_order(
        self, match: Match, viewer: Viewer, seat: Seat | None, version: int, space: str
    ) -> dict[str, Any]:
        """Withdraw the order of a piece; one that has ended already is no problem."""

        def change(book: OrderBook) -> OrderBook:
            return replace(book, orders={name: order for name, order in book.orders.items() if name != space})

        return await self._change(match, viewer, seat, version, change)

    async def remove_all(self, match: Match, viewer: Viewer, seat: Seat | None, version: int) -> dict[str, Any]:
        """Withdraw all orders."""
        return await self._change(match, viewer, seat, version, emptied)

    async def _change(
        self, match: Match, viewer: Viewer, seat: Seat | None, version: int, change: Change
    ) -> dict[str, Any]:
        """Write a changed book unless the version is not the last; no move is made at this server meanwhile."""
        standing, key = standing_orders(match), seat_key(match, viewer, seat)
        if match.over:
            raise Conflict("The game is over; orders decide nothing any more.")
        self.slicer.limits.charge_moves(len(match.timeline.line))
        async with match.lock:
            book = await self.orders.book(key)
            if book.version != version:
                raise changed_elsewhere()
            written = change(without_ended(match, standing, book))
            if not await self.orders.replace_book(written):
                raise changed_elsewhere()
            return book_json(match, standing, replace(written, version=version + 1))


def changed_elsewhere() -> Conflict:
    """Return the error for a client that does not know the last version."""
    return Conflict("Your orders were changed meanwhile; read them again, and nothing is lost.")


def standing_orders(match: Match) -> StandingOrders:
    """Return the standing orders of a game, or reject a game without them."""
    if match.game.standing_orders is None:
        raise NotFound("This game has no standing orders: it asks nobody to decide in the turn of another player.")
    return match.game.standing_orders


def seat_key(match: Match, viewer: Viewer, seat: Seat | None) -> SeatKey:
    """Return the seat that an account asks for, or the only one it holds."""
    if not viewer.held or viewer.account_id is None:
        raise Forbidden("You hold no seat at this table; only players have orders and plans.")
    if seat is None and len(viewer.held) > 1:
        raise Invalid("You hold several seats; name one of them with ?seat=.")
    wanted = viewer.held[0] if seat is None else seat
    if wanted not in viewer.held:
        raise Forbidden(f"Seat {wanted} is not yours; only its player sees its orders and plans.")
    return SeatKey(match.table.id, wanted, viewer.account_id)


def own_piece(match: Match, standing: StandingOrders, seat: Seat, space: str) -> str:
    """Return the kind of the piece that a seat has on a space, or reject a space without one."""
    kind = standing.pieces(match.timeline.position, seat).get(space)
    if kind is None:
        raise Conflict(f"You have no piece on {space!r}; look at the table again.")
    return kind


def check_order(standing: StandingOrders, order: Order, space: str | None, kind: str | None) -> None:
    """Reject an order with fields that do not belong together, or that can never be carried out."""
    if bool(order.spaces) != (order.put == SPACES) or (order.city is not None) != (order.put == CITY):
        raise Invalid("An order names spaces with put 'spaces' and a city with put 'city', and neither otherwise.")
    try:
        standing.check(order, space, kind)
    except OrderProblem as problem:
        raise Invalid(str(problem)) from problem


def order_data(order: Order) -> dict[str, Any]:
    """Return an order as data; a player who is asked about the piece is asked about extra pieces too."""
    extras = ASK if order.put == ASK else order.extras
    return {"put": order.put, "spaces": list(order.spaces), "city": order.city, "extras": extras}


def read_order(content: Content) -> Order:
    """Return the order that data describes."""
    return Order(content["put"], tuple(content["spaces"]), content["city"], content["extras"])


def without_ended(match: Match, standing: StandingOrders, book: OrderBook) -> OrderBook:
    """Return a book without the orders of pieces that left their spaces, except while the seat has to decide.

    A displacement that has not been answered may be taken back, and then the order goes on.
    """
    if match.to_move == book.key.seat:
        return book
    return replace(book, orders=live_orders(match, standing, book))


def live_orders(match: Match, standing: StandingOrders, book: OrderBook) -> Mapping[str, Content]:
    """Return the orders of pieces that are still where they were when their orders were set."""
    if not book.orders:
        return {}
    since = arrivals(match, standing, match.timeline.line)
    kinds = standing.pieces(match.timeline.position, book.key.seat)
    return {
        space: order
        for space, order in book.orders.items()
        if since.get(space) == order["since"] and kinds.get(space) == order["kind"]
    }


def book_json(match: Match, standing: StandingOrders, book: OrderBook) -> dict[str, Any]:
    """Return the orders of a seat as its player reads them, and all pieces that can have one."""
    since = arrivals(match, standing, match.timeline.line)
    kinds = standing.pieces(match.timeline.position, book.key.seat)
    live = live_orders(match, standing, book)
    return {
        "seat": book.key.seat,
        "number": match.number,
        "version": book.version,
        "suspended": book.suspended,
        "answered": book.answered,
        "default": book.default,
        "orders": [piece_order(space, order) for space, order in sorted(live.items())],
        "pieces": [{"space": space, "kind": kind, "since": since[space]} for space, kind in kinds.items()],
    }


def piece_order(space: str, content: Content) -> dict[str, Any]:
    """Return the order of a piece as its player reads it."""
    order = {name: content[name] for name in ("put", "spaces", "city", "extras")}
    return {"space": space, "kind": content["kind"], "since": content["since"], "order": order}

"""The answers that standing orders give: ordinary moves in the same transaction as the move that asked for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kontor.core.standing_orders import Order, PastMove, StandingOrders
from kontor.core.values import Seat
from kontor.server.service.chance import chance_entries, decider, draw_all
from kontor.server.service.match import Match
from kontor.server.service.move_line import MoveLine
from kontor.server.service.orders import read_order
from kontor.server.service.outcomes import outcome_of
from kontor.server.service.piece_history import arrivals, line_numbers
from kontor.server.service.timeline import Timeline
from kontor.server.store.entries import MOVE, ORDER, Entry, EntryBatch
from kontor.server.store.order_book import Content, OrderBook, SeatKey
from kontor.server.store.orders import Orders
from kontor.server.store.table_info import HUMAN


@dataclass(frozen=True, slots=True)
class FoundOrder:
    """An order, the space for whose piece it was set, and the entry that asked for an answer."""

    order: Order
    space: str | None
    asked_at: int


class OrderAnswers:
    """Adds to a batch of entries the moves that the orders of an asked player mean."""

    def __init__(self, orders: Orders) -> None:
        self.orders = orders

    async def complete(self, match: Match, batch: EntryBatch, after: Timeline) -> EntryBatch:
        """Return a batch with the answers of the next player's orders, or as it is if that player is asked.

        `after` is the timeline with the batch.
        """
        standing = match.game.standing_orders
        if standing is None or (key := self._asked(match, standing, batch, after)) is None:
            return batch
        book = await self.orders.known_book(key)
        if book.suspended or book.is_empty:
            return batch
        timeline = after.fork()
        found = order_for(match, standing, timeline.line, book)
        return batch if found is None else answered(match, standing, timeline, batch, book, found)

    def _asked(self, match: Match, standing: StandingOrders, batch: EntryBatch, after: Timeline) -> SeatKey | None:
        """Return the seat that has to answer after a batch, if a person plays it."""
        if batch.to_move is None or batch.ended_by is not None:
            return None
        seat = match.table.seats[batch.to_move]
        if seat.kind != HUMAN or seat.account_id is None:
            return None
        is_asked = standing.waiting(after.position) == seat.seat
        return SeatKey(match.table.id, seat.seat, seat.account_id) if is_asked else None


def order_for(match: Match, standing: StandingOrders, line: MoveLine, book: OrderBook) -> FoundOrder | None:
    """Return the order for the piece that had to leave its space, None if the player is asked.

    A general order counts only if it was given before the piece had to leave.
    """
    departure = standing.departure(book.key.seat, past_moves(match, line))
    if departure is None:
        return None
    before = line.back_to(line.length - departure.moves_ago)
    numbers = line_numbers(match)
    asked_at = numbers[before.length] if before.length < len(numbers) else match.number + 1
    if book.number >= asked_at:
        return None
    own = book.orders.get(departure.space)
    if own is not None and arrivals(match, standing, before)[departure.space] == own["since"]:
        return FoundOrder(read_order(own), departure.space, asked_at)
    return None if book.default is None else FoundOrder(read_order(book.default), None, asked_at)


def past_moves(match: Match, line: MoveLine) -> Iterator[PastMove]:
    """Return the moves of a line, the latest first."""
    while line.previous is not None:
        yield PastMove(line.previous.position(match.game), line.move, line.finality == "order")
        line = line.previous


def answered(
    match: Match,
    standing: StandingOrders,
    timeline: Timeline,
    batch: EntryBatch,
    book: OrderBook,
    found: FoundOrder,
) -> EntryBatch:
    """Return a batch with the moves that an order means, as long as it means any."""
    game, seat, entries = match.game, book.key.seat, list(batch.entries)
    while timeline.to_move == seat and standing.waiting(timeline.position) == seat:
        move = standing.move(game.view(timeline.position, seat), found.order)
        if move is None:
            break
        for entry in order_entries(match, timeline, entries[-1], seat, move):
            entries.append(entry)
            timeline.apply(entry)
    if len(entries) == len(batch.entries):
        return batch
    used = replace(book, orders=orders_after(book, found), answered=book.answered + 1)
    ended_by = game.ended_by(timeline.position)
    outcome = None if ended_by is None else outcome_of(game, timeline.position)
    to_move = decider(game, timeline.position)
    return batch._replace(entries=entries, to_move=to_move, ended_by=ended_by, outcome=outcome, orders=used)


def orders_after(book: OrderBook, found: FoundOrder) -> dict[str, Content]:
    """Return the orders with a mark at the one that was used, without those used before.

    A used order is kept until the next one is used, since another player may have to decide between its moves.
    """
    rest = {
        space: order for space, order in book.orders.items() if order.get("used", found.asked_at) == found.asked_at
    }
    if found.space is None:
        return rest
    return {**rest, found.space: {**book.orders[found.space], "used": found.asked_at}}


def order_entries(match: Match, timeline: Timeline, last: Entry, seat: Seat, move: int) -> list[Entry]:
    """Return the entries of a move by order and of the chance moves that follow from it; they take no time."""
    game, position = match.game, timeline.position[:]
    made = Entry(last.number + 1, MOVE, seat, ORDER, game.move_text(move), last.at)
    game.advance(position, move)
    return [made, *chance_entries(game, last.number + 2, draw_all(game, position), last.at)]

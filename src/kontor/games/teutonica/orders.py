"""Standing orders for displaced pieces: which legal move an order means, and when the player has to be asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from kontor.core.standing_orders import (
    ASK,
    CITY,
    NETWORK,
    NONE,
    SPACES,
    Departure,
    Destinations,
    Order,
    OrderProblem,
    PastMove,
    StandingOrders,
)
from kontor.core.values import PositionBytes, Seat
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.rules import layout, pieces, tasks
from kontor.games.teutonica.rules.cities import chain, posts_in, presence
from kontor.games.teutonica.rules.fees import FEES
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.relocation_range import extra_pieces_due, ring_of_space

RANKS: Final = 2  # the spaces that are open now, and those that are open when none of these is left
FAR: Final = 1000  # more than any number of steps
NOT_LIFTED: Final = -1  # instead of a country
FAVOURS: Final = "emperors-favour"


class TeutonicaOrders(StandingOrders):
    """Orders of one configuration: a displaced piece first, then its extra pieces. [HT-DSP-5]

    Steps are counted in routes; of the spaces with the fewest steps the first of the board file is taken.
    """

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.board = configuration.board
        self.spaces = self.board.spaces
        self.first = configuration.moves.first
        self.space_numbers = {space: number for number, space in enumerate(self.spaces)}

    # pieces

    def contents(self, position: PositionBytes) -> bytes:
        """Return the piece on every space."""
        return bytes(position[layout.SPACES : layout.SPACES + len(self.spaces)])

    def pieces(self, position: PositionBytes, seat: Seat) -> dict[str, str]:
        """Return the kinds of the pieces that a seat has on routes."""
        found = zip(self.spaces, self.contents(position), strict=True)
        return {
            space: pieces.KIND_IDS[pieces.kind_of(piece)]
            for space, piece in found
            if piece != pieces.EMPTY and pieces.owner_of(piece) == seat
        }

    # checks of an order

    def check(self, order: Order, space: str | None, kind: str | None) -> None:
        """Raise OrderProblem if a piece can never follow the order."""
        if order.put == SPACES:
            self._check_spaces(order.spaces, space, kind)
        elif order.put == CITY:
            self._check_city(order.city, space)

    def _check_spaces(self, wanted: Sequence[str], space: str | None, kind: str | None) -> None:
        if space is None:
            raise OrderProblem("An order for all other pieces names no spaces; choose a city or the largest network.")
        if not wanted:
            raise OrderProblem("The order names no space; name one to six in the order in which you want them.")
        if len(set(wanted)) < len(wanted):
            raise OrderProblem("The order names a space twice; name every space once.")
        for name in wanted:
            self._check_space(name, space, kind)

    def _check_space(self, name: str, space: str, kind: str | None) -> None:
        number = self.space_numbers.get(name)
        if number is None:
            raise OrderProblem(f"This board has no space {name!r}; name spaces as the position does.")
        table = self.configuration.interpreted_board
        if kind == pieces.KIND_IDS[pieces.TRADER] and table.is_ship[number]:
            raise OrderProblem(f"{name} takes merchants only, and the piece is a trader. [HT-INV-4]")
        if not self._may_reach(self.space_numbers[space], table.route_of[number]):
            raise OrderProblem(f"A piece displaced from {space} can never go to {name}. [HT-DSP-8]")

    def _check_city(self, city: str | None, space: str | None) -> None:
        if city not in self.board.cities:
            raise OrderProblem("The order names no city of this board; name one by its id.")
        if space is not None and not self._may_reach_city(self._route(space), self.board.cities.index(city)):
            raise OrderProblem(f"A piece displaced from {space} can never go to a route of that city. [HT-BRI-8]")

    def _route(self, space: str) -> int:
        return self.configuration.interpreted_board.route_of[self.space_numbers[space]]

    def _may_reach(self, space: int, route: int) -> bool:
        """Return whether a piece displaced from a space may ever go to a route. [HT-DSP-8, HT-DSP-14]"""
        table = self.configuration.interpreted_board
        origin = table.route_of[space]
        if table.ring[origin * table.routes + route]:
            return True
        may_go = table.may_go[table.country[origin] * table.countries + table.country[route]]
        return bool(may_go) and FAVOURS in self.configuration.setup["modules"]

    def _may_reach_city(self, origin: int, city: int) -> bool:
        """Return whether a route of the city lies in a country to which a piece may go. [HT-BRI-8]"""
        table = self.configuration.interpreted_board
        return any(
            table.joins(route, city) and table.may_go[table.country[origin] * table.countries + table.country[route]]
            for route in range(table.routes)
        )

    # the displacement under way

    def waiting(self, position: PositionBytes) -> Seat | None:
        """Return the seat whose own piece was displaced, while it has to place it or extra pieces."""
        frame = layout.STACK + (position[layout.DEPTH] - 1) * layout.FRAME_SIZE
        if position[layout.DEPTH] == 0 or position[frame] != tasks.RELOCATION:
            return None
        decider = position[frame + 1]
        return decider if position[frame + 2 + tasks.OWNER] == decider else None

    def departure(self, seat: Seat, past: Iterable[PastMove]) -> Departure | None:
        """Return the displaced piece, or None once the player has placed a piece without an order."""
        displace, relocate = self.first["displace"], self.first["relocate"]
        ways = pieces.KINDS * FEES
        for moves_ago, made in enumerate(past, 1):
            if displace <= made.move < displace + ways * len(self.spaces):
                space = (made.move - displace) // ways
                piece = made.before[layout.SPACES + space]
                return Departure(self.spaces[space], moves_ago) if pieces.owner_of(piece) == seat else None
            if relocate <= made.move < self.first["remove"] and not made.by_order:
                return None
        return None

    # moves

    def move(self, position: PositionBytes, order: Order) -> int | None:
        """Return the next move of an order, None if it asks, or means nothing that is legal now."""
        if order.put == ASK or self.waiting(position) is None:
            return None
        legal = self.configuration.engine.legal_moves(position)
        p = self.configuration.loaded(position)
        displaced = p.argument(tasks.DISPLACED)
        if displaced:
            return self._relocation(p, order, legal, displaced - 1)
        return self._extra(p, order, legal)

    def _relocation(self, p: Position, order: Order, legal: Sequence[int], kind: int) -> int | None:
        """Return the move that puts a piece of a kind on the space that an order means."""
        first = self.first["relocate"]
        last = first + pieces.KINDS * len(self.spaces)
        open_spaces = [
            (move - first) // pieces.KINDS
            for move in legal
            if first <= move < last and (move - first) % pieces.KINDS == kind
        ]
        beside = -1 if p.argument(tasks.DISPLACED) else p.argument(tasks.FILLED) - 1
        space = self._choose(p, order, open_spaces, p.argument(tasks.OWNER), p.argument(tasks.FROM_ROUTE), beside)
        return None if space is None else first + space * pieces.KINDS + kind

    def _extra(self, p: Position, order: Order, legal: Sequence[int]) -> int | None:
        """Return the move of an extra piece, or that which ends the sub-turn. [HT-DSP-6, HT-DSP-7]

        An order takes extra pieces from stock or supply, and never off other routes: then there are none.
        """
        stop = self.first["stop"]
        if order.extras == ASK:
            return None
        if order.extras != NONE:
            for kind in (pieces.TRADER, pieces.MERCHANT):
                move = self._relocation(p, order, legal, kind)
                if move is not None:
                    return move
            if any(self.first["relocate"] <= move < self.first["lift"] for move in legal):
                return None
        return stop if stop in legal else None

    # spaces

    def _choose(
        self, p: Position, order: Order, open_spaces: Sequence[int], owner: int, origin: int, beside: int
    ) -> int | None:
        """Return the space that an order means; extra pieces go beside a piece for which spaces were named."""
        if order.put == SPACES:
            wanted = (self.space_numbers[name] for name in order.spaces)
            found = next((space for space in wanted if space in open_spaces), None)
            if found is not None or beside < 0:
                return found
            return self._nearest(open_spaces, self._steps_from_route(p.board.route_of[beside]))
        if order.put == CITY:
            steps = self._steps_to_city(order.city, origin)
        else:
            steps = self._steps_to_network(p, owner)
        return None if steps is None else self._nearest(open_spaces, steps)

    def _steps_to_city(self, city: str | None, origin: int) -> list[int] | None:
        """Return the steps to a city, None if the piece may not go to any route of it."""
        number = self.board.cities.index(city) if city in self.board.cities else -1
        if number < 0 or not self._may_reach_city(origin, number):
            return None
        return self._steps_from_cities(1 << number)

    def _steps_to_network(self, p: Position, owner: int) -> list[int] | None:
        """Return the steps to the largest network; before the first post, to the route with most of one's pieces."""
        if cities := largest_network_cities(p, owner):
            return self._steps_from_cities(cities)
        counts = [p.pieces_on_route(owner, route) for route in range(p.board.routes)]
        return self._steps_from_route(counts.index(max(counts))) if any(counts) else None

    def _nearest(self, open_spaces: Sequence[int], steps: Sequence[int]) -> int | None:
        """Return the space of the route with the fewest steps, the first of the board file among equals."""
        route_of = self.configuration.interpreted_board.route_of
        best = min(open_spaces, key=lambda space: (steps[route_of[space]], space), default=None)
        return None if best is None or steps[route_of[best]] >= FAR else best

    def _steps_from_cities(self, targets: int) -> list[int]:
        """Return for every route the number of routes between it and the nearest of some cities."""
        table = self.configuration.interpreted_board
        from_city = [
            min((steps for other, steps in enumerate(row) if targets >> other & 1), default=FAR)
            for row in self._city_steps
        ]
        return [min(from_city[table.low_end[n]], from_city[table.high_end[n]]) for n in range(table.routes)]

    def _steps_from_route(self, route: int) -> list[int]:
        """Return for every route the number of routes between it and a route, 0 for the route itself."""
        table = self.configuration.interpreted_board
        steps = self._steps_from_cities(1 << table.low_end[route] | 1 << table.high_end[route])
        return [0 if n == route else 1 + count for n, count in enumerate(steps)]

    @cached_property
    def _city_steps(self) -> list[list[int]]:
        """The number of routes between every two cities."""
        table = self.configuration.interpreted_board
        rows = []
        for start in range(table.cities):
            row = [FAR] * table.cities
            row[start], front, steps = 0, [start], 0
            while front:
                steps += 1
                reached = {n for city in front for n in range(table.cities) if table.near[city] >> n & 1}
                front = [city for city in sorted(reached) if row[city] == FAR]
                for city in front:
                    row[city] = steps
            rows.append(row)
        return rows

    # destinations

    def destinations(self, position: PositionBytes, space: str) -> Destinations:
        """Return where the piece on a space would go if it were displaced now. [HT-DSP-8]"""
        p = self.configuration.loaded(position)
        piece, origin = p.piece_at(self.space_numbers[space]), self._route(space)
        owner, kind = pieces.owner_of(piece), pieces.kind_of(piece)
        rings = {
            free: ring_of_space(p, owner, origin, kind, NOT_LIFTED, free)
            for free in (p.free_space(n) for n in range(p.free_count()))
        }
        numbers = sorted({number for number in rings.values() if number})[:RANKS]
        ranks = [[free for free, number in rings.items() if number == wanted] for wanted in numbers]
        p.take_off(self.space_numbers[space])
        nearest = ranks[0] if ranks else []
        chosen = {
            city: self._choose(p, Order(CITY, city=city), nearest, owner, origin, -1) for city in self.board.cities
        }
        network = self._choose(p, Order(NETWORK), nearest, owner, origin, -1)
        return Destinations(
            [[self.spaces[free] for free in rank] for rank in ranks],
            {city: self.spaces[found] for city, found in chosen.items() if found is not None},
            None if network is None else self.spaces[network],
            extra_pieces_due(p, owner, kind),
            "stock" if p.stock_size(owner) else "supply" if p.supply_size(owner) else "routes",
        )


def largest_network_cities(p: Position, owner: int) -> int:
    """Return the cities of the network with most posts as a bit set, the first of the board file among equals."""
    left = presence(p, owner)
    most, largest = 0, 0
    for city in range(p.board.cities):
        if left >> city & 1:
            network = chain(p, left, city)
            left &= ~network
            posts = posts_in(p, owner, network)
            if posts > most:
                most, largest = posts, network
    return largest

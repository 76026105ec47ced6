"""Position of Hansa Teutonica, with the questions and changes that the rules need."""

from __future__ import annotations

from array import array

from kontor.games.teutonica.rules.board import Board
from kontor.games.teutonica.rules.layout import (
    ACTED,
    ACTIONS_LEFT,
    ACTIVE,
    BEGUN,
    DEPTH,
    FAVOUR,
    FRAME_SIZE,
    FRESH,
    HAND,
    HAND_COUNTRIES,
    HAND_PIECES,
    LEVELS,
    MARKERS,
    PAWN,
    PAWN_AFTER,
    PAWN_MOVED,
    SCORE,
    SEAT_SIZE,
    SEATS,
    SIZE,
    SPACES,
    STACK,
    STOCK,
    SUPPLY,
    TURN_HIGH,
    TURN_LOW,
    UNUSED,
    USED,
)
from kontor.games.teutonica.rules.pieces import (
    EMPTY,
    MARKER_TYPES,
    MERCHANT,
    NEUTRAL,
    OWNERS,
    TRADER,
    kind_of,
    owner_of,
    piece_of,
)
from kontor.kernel.base_position import BasePosition
from kontor.kernel.runtime.dialect import Ints
from kontor.kernel.seats import NO_OWNER


class Position(BasePosition):
    """A loaded position, with counts derived from its cells."""

    board: Board
    tally: Ints  # posts by owner in the city numbered_categories last
    last: Ints  # place of the rightmost post by owner in that city
    free_spaces: Ints  # the empty spaces in ascending order; this and the following are kept up to date
    free_count: int
    houses_free: Ints  # route -> empty house spaces
    ships_free: Ints
    piece_counts: Ints  # owner * routes + route -> number of pieces

    def __init__(self, board: Board, players: int) -> None:
        super().__init__(SIZE, players)
        self.board = board
        self.tally = array("i", [0] * OWNERS)
        self.last = array("i", [0] * OWNERS)
        self.free_spaces = array("i", [0] * board.spaces)
        self.free_count = 0
        self.houses_free = array("i", [0] * board.routes)
        self.ships_free = array("i", [0] * board.routes)
        self.piece_counts = array("i", [0] * (OWNERS * board.routes))

    def compute_counts(self) -> None:
        """Derive the empty spaces and the piece counts per route from the cells."""
        self.free_count = 0
        for n in range(OWNERS * self.board.routes):
            self.piece_counts[n] = 0
        for route in range(self.board.routes):
            self.houses_free[route] = 0
            self.ships_free[route] = 0
        for space in range(self.board.spaces):
            piece = self.cells[SPACES + space]
            if piece == EMPTY:
                self.free_spaces[self.free_count] = space
                self.free_count += 1
                self.count_free(space, 1)
            else:
                self.piece_counts[owner_of(piece) * self.board.routes + self.board.route_of[space]] += 1

    def count_free(self, space: int, change: int) -> None:
        """Change the number of empty spaces on the route of a space."""
        if self.board.is_ship[space]:
            self.ships_free[self.board.route_of[space]] += change
        else:
            self.houses_free[self.board.route_of[space]] += change

    def free_below(self, space: int) -> int:
        """Return the number of empty spaces with a lower number."""
        low, high = 0, self.free_count
        while low < high:
            middle = (low + high) // 2
            if self.free_spaces[middle] < space:
                low = middle + 1
            else:
                high = middle
        return low

    # tasks

    def push(self, task: int, decider: int) -> None:
        """Push a task onto the stack, with all arguments 0."""
        at = STACK + self.cells[DEPTH] * FRAME_SIZE
        self.cells[at] = task
        self.cells[at + 1] = decider
        self.cells[DEPTH] += 1

    def pop(self) -> None:
        """Remove the top task from the stack."""
        self.cells[DEPTH] -= 1
        at = STACK + self.cells[DEPTH] * FRAME_SIZE
        for offset in range(FRAME_SIZE):
            self.cells[at + offset] = 0

    def top(self) -> int:
        """Return the first cell of the top frame."""
        return STACK + (self.cells[DEPTH] - 1) * FRAME_SIZE

    def bottom(self) -> int:
        """Return the first cell of the bottom frame, which is the turn."""
        return STACK

    def task(self) -> int:
        """Return the task on top of the stack."""
        return self.cells[STACK + (self.cells[DEPTH] - 1) * FRAME_SIZE]

    def decider(self) -> int:
        """Return the seat that decides the task on top."""
        return self.cells[STACK + (self.cells[DEPTH] - 1) * FRAME_SIZE + 1]

    def argument(self, which: int) -> int:
        """Return an argument of the task on top."""
        return self.cells[STACK + (self.cells[DEPTH] - 1) * FRAME_SIZE + 2 + which]

    def set_argument(self, which: int, value: int) -> None:
        """Set an argument of the task on top."""
        self.cells[STACK + (self.cells[DEPTH] - 1) * FRAME_SIZE + 2 + which] = value

    # the turn

    def active(self) -> int:
        """Return the seat whose turn it is."""
        return self.cells[ACTIVE]

    def may_act(self) -> bool:
        """Return whether the active seat may take an action now. [HT-TRN-3, HT-P2P-4]"""
        return self.cells[ACTIONS_LEFT] > 0 and self.cells[PAWN_MOVED] != PAWN_AFTER

    def is_beside_pawn(self, route: int) -> bool:
        """Return whether a route borders the province of the pawn. [HT-P2P-6]"""
        return self.board.borders[(self.cells[PAWN] - 1) * self.board.routes + route] != 0

    def spend_action(self) -> None:
        """Use one action of the turn. [HT-TRN-3]"""
        self.cells[ACTIONS_LEFT] -= 1
        self.cells[ACTED] = 1
        self.cells[BEGUN] = 1

    def turn(self) -> int:
        """Return the turn number, starting with 1."""
        return self.cells[TURN_LOW] + 256 * self.cells[TURN_HIGH]

    def count_turn(self) -> None:
        """Increase the turn number, up to the highest that a position can hold."""
        number = self.turn() + 1
        if number < 65536:
            self.cells[TURN_LOW] = number % 256
            self.cells[TURN_HIGH] = number // 256

    # seats

    def seat(self, owner: int) -> int:
        """Return the first cell of an owner."""
        return SEATS + owner * SEAT_SIZE

    def level(self, owner: int, ability: int) -> int:
        """Return the level of an ability."""
        return self.cells[SEATS + owner * SEAT_SIZE + LEVELS + ability]

    def in_supply(self, owner: int, kind: int) -> int:
        """Return the number of pieces of a kind in the supply."""
        return self.cells[SEATS + owner * SEAT_SIZE + SUPPLY + kind]

    def in_stock(self, owner: int, kind: int) -> int:
        """Return the number of pieces of a kind in the stock."""
        return self.cells[SEATS + owner * SEAT_SIZE + STOCK + kind]

    def supply_size(self, owner: int) -> int:
        """Return the number of pieces in the supply."""
        return self.in_supply(owner, TRADER) + self.in_supply(owner, MERCHANT)

    def stock_size(self, owner: int) -> int:
        """Return the number of pieces in the stock."""
        return self.in_stock(owner, TRADER) + self.in_stock(owner, MERCHANT)

    def add_to_supply(self, owner: int, kind: int, count: int) -> None:
        """Add pieces to the supply; a negative count removes them."""
        self.cells[SEATS + owner * SEAT_SIZE + SUPPLY + kind] += count

    def add_to_stock(self, owner: int, kind: int, count: int) -> None:
        """Add pieces to the stock; a negative count removes them."""
        self.cells[SEATS + owner * SEAT_SIZE + STOCK + kind] += count

    def draw_income(self, owner: int, traders: int, merchants: int) -> None:
        """Move pieces from the stock to the supply."""
        self.add_to_stock(owner, TRADER, -traders)
        self.add_to_stock(owner, MERCHANT, -merchants)
        self.add_to_supply(owner, TRADER, traders)
        self.add_to_supply(owner, MERCHANT, merchants)

    def pay(self, owner: int, traders: int, merchants: int) -> None:
        """Move a fee from the supply to the stock of the owner. [HT-DSP-4]"""
        self.draw_income(owner, -traders, -merchants)

    def score(self, owner: int, points: int) -> None:
        """Add points on the prestige track. [HT-EWC-3]"""
        self.cells[SEATS + owner * SEAT_SIZE + SCORE] += points

    def unused(self, owner: int, marker: int) -> int:
        """Return the number of usable markers of a type, without the one taken in this action. [HT-BMK-1]"""
        count = self.cells[SEATS + owner * SEAT_SIZE + UNUSED + marker]
        return count - 1 if self.cells[FRESH] == marker + 1 else count

    def has_unused(self, owner: int) -> bool:
        """Return whether an owner has any unused marker."""
        first = SEATS + owner * SEAT_SIZE + UNUSED
        for cell in range(first, first + MARKER_TYPES):
            if self.cells[cell]:
                return True
        return False

    def mark_used(self, owner: int, marker: int) -> None:
        """Change an unused marker to a used one. [HT-BMK-2]"""
        self.cells[SEATS + owner * SEAT_SIZE + UNUSED + marker] -= 1
        self.cells[SEATS + owner * SEAT_SIZE + USED + marker] += 1
        self.cells[BEGUN] = 1

    def holder(self, favour: int) -> int:
        """Return the seat that owns a favour tile, or NO_OWNER. [HT-FAV-3]"""
        state = self.cells[FAVOUR + favour]
        return state - 2 if state >= 2 else NO_OWNER

    # spaces

    def piece_at(self, space: int) -> int:
        """Return the piece on a route space, 0 for none."""
        return self.cells[SPACES + space]

    def is_free(self, space: int) -> bool:
        """Return whether a route space is empty."""
        return self.cells[SPACES + space] == EMPTY

    def accepts(self, space: int, kind: int) -> bool:
        """Return whether the space is empty and accepts the kind; ships accept merchants only. [HT-PLC-2]"""
        return self.cells[SPACES + space] == EMPTY and (kind == MERCHANT or self.board.is_ship[space] == 0)

    def put(self, space: int, piece: int) -> None:
        """Put a piece on an empty space."""
        self.cells[SPACES + space] = piece
        self.piece_counts[owner_of(piece) * self.board.routes + self.board.route_of[space]] += 1
        self.count_free(space, -1)
        self.free_count -= 1
        for n in range(self.free_below(space), self.free_count):
            self.free_spaces[n] = self.free_spaces[n + 1]

    def take_off(self, space: int) -> int:
        """Remove the piece from a space and return it."""
        piece = self.cells[SPACES + space]
        self.cells[SPACES + space] = EMPTY
        self.piece_counts[owner_of(piece) * self.board.routes + self.board.route_of[space]] -= 1
        self.count_free(space, 1)
        at = self.free_below(space)
        for n in range(self.free_count, at, -1):
            self.free_spaces[n] = self.free_spaces[n - 1]
        self.free_spaces[at] = space
        self.free_count += 1
        return piece

    def free_on(self, route: int) -> int:
        """Return how many spaces of a route are empty."""
        return self.houses_free[route] + self.ships_free[route]

    def free_for_kind(self, route: int, kind: int) -> int:
        """Return how many empty spaces of a route accept the kind. [HT-PLC-2]"""
        return self.houses_free[route] + (self.ships_free[route] if kind == MERCHANT else 0)

    def pieces_on_route(self, owner: int, route: int) -> int:
        """Return the number of pieces of an owner on a route."""
        return self.piece_counts[owner * self.board.routes + route]

    def rivals_on(self, owner: int, route: int) -> int:
        """Return the number of pieces of other owners on a route."""
        return self.board.route_size[route] - self.free_on(route) - self.pieces_on_route(owner, route)

    def marker_on(self, route: int) -> int:
        """Return the type plus one of the marker on a route, FACE_DOWN, or 0 for none."""
        return self.cells[MARKERS + route]

    def owns_route(self, owner: int, route: int) -> bool:
        """Return whether every space of the route holds a piece of the owner. [HT-RTE-1]"""
        return self.pieces_on_route(owner, route) == self.board.route_size[route]

    def on_route(self, owner: int, kind: int, route: int) -> int:
        """Return the number of pieces of a kind that an owner has on a route."""
        first = SPACES + self.board.route_first[route]
        piece = piece_of(owner, kind)
        count = 0
        for cell in range(first, first + self.board.route_size[route]):
            if self.cells[cell] == piece:
                count += 1
        return count

    def take_from_route(self, owner: int, kind: int, route: int) -> None:
        """Remove one piece of a kind from the lowest-numbered space of a route that has one."""
        first = self.board.route_first[route]
        for space in range(first, first + self.board.route_size[route]):
            if self.cells[SPACES + space] == piece_of(owner, kind):
                self.take_off(space)
                return

    def return_to_supply(self, piece: int) -> None:
        """Add a removed piece to its owner's supply; a neutral one leaves the game. [HT-BMK-15, HT-P2N-4]"""
        if owner_of(piece) != NEUTRAL:
            self.add_to_supply(owner_of(piece), kind_of(piece), 1)

    # pieces in hand

    def take_in_hand(self, piece: int, country: int) -> None:
        """Add a lifted piece to the end of the hand. [HT-MOV-1]"""
        count = self.cells[HAND]
        self.cells[HAND_PIECES + count] = piece
        self.cells[HAND_COUNTRIES + count] = country
        self.cells[HAND] = count + 1

    def remove_first_in_hand(self) -> None:
        """Remove the piece lifted first from the hand."""
        count = self.cells[HAND] - 1
        for n in range(count):
            self.cells[HAND_PIECES + n] = self.cells[HAND_PIECES + n + 1]
            self.cells[HAND_COUNTRIES + n] = self.cells[HAND_COUNTRIES + n + 1]
        self.cells[HAND_PIECES + count] = 0
        self.cells[HAND_COUNTRIES + count] = 0
        self.cells[HAND] = count

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
    PAWN,
    PAWN_AFTER,
    PAWN_MOVED,
    POST_PAIRS,
    POSTS,
    SCORE,
    SEAT_SIZE,
    SEATS,
    SPACES_IN_SET,
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
)
from kontor.games.teutonica.rules.route_spaces import RouteSpaces
from kontor.kernel.runtime.dialect import Ints, UInt64, copy_cells, equal_cells
from kontor.kernel.seats import NO_OWNER


class Position(RouteSpaces):
    """A loaded position, with counts derived from its cells."""

    tally: Ints  # posts by owner in the city numbered_categories last
    last: Ints  # place of the rightmost post by owner in that city

    def __init__(self, board: Board, players: int) -> None:
        super().__init__(board, players)
        self.tally = array("i", [0] * OWNERS)
        self.last = array("i", [0] * OWNERS)

    def compute_counts(self) -> None:
        """Derive what stands on routes and in cities from the cells."""
        self.compute_route_counts()
        for post in range(self.board.posts):
            if self.cells[POSTS + post] != EMPTY:
                self.count_pair(post)

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
        copy_cells(self.cells, STACK + self.cells[DEPTH] * FRAME_SIZE, self.no_counts, 0, FRAME_SIZE)

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
        return not equal_cells(self.cells, first, self.no_counts, 0, MARKER_TYPES)

    def mark_used(self, owner: int, marker: int) -> None:
        """Change an unused marker to a used one. [HT-BMK-2]"""
        self.cells[SEATS + owner * SEAT_SIZE + UNUSED + marker] -= 1
        self.cells[SEATS + owner * SEAT_SIZE + USED + marker] += 1
        self.cells[BEGUN] = 1

    def holder(self, favour: int) -> int:
        """Return the seat that owns a favour tile, or NO_OWNER. [HT-FAV-3]"""
        state = self.cells[FAVOUR + favour]
        return state - 2 if state >= 2 else NO_OWNER

    def return_to_supply(self, piece: int) -> None:
        """Add a removed piece to its owner's supply; a neutral one leaves the game. [HT-BMK-15, HT-P2N-4]"""
        if owner_of(piece) != NEUTRAL:
            self.add_to_supply(owner_of(piece), kind_of(piece), 1)

    # cities

    def put_post(self, post: int, piece: int) -> None:
        """Put a piece on the leftmost empty printed space of a city. [HT-PST-2]"""
        self.cells[POSTS + post] = piece
        self.count_pair(post)

    def count_pair(self, post: int) -> None:
        """Put the left neighbour of a post into the set of those with a post beside them, if it has one."""
        left = post - 1
        if post > self.board.post_first[self.board.post_city[post]]:
            self.set_bit(POST_PAIRS + left // SPACES_IN_SET, left % SPACES_IN_SET, True)

    def post_pairs(self, part: int) -> UInt64:
        """Return the printed spaces with a post whose right neighbour has one, those of one part of all spaces."""
        return self.sets[POST_PAIRS + part]

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

"""The spaces of the routes, with counts of what stands on them that every change keeps up to date."""

from __future__ import annotations

from array import array

from kontor.games.teutonica.rules.board import Board
from kontor.games.teutonica.rules.layout import (
    COUNTS,
    FREE_COUNT,
    FREE_SPACES,
    FULL_ROUTES,
    HELD_ROUTES,
    HOUSES_FREE,
    MARKERS,
    MOST_ROUTES,
    OCCUPIED,
    OPEN_ROUTES,
    OWN_SPACES,
    PIECES_ON_ROUTES,
    SETS,
    SHIPS_FREE,
    SIZE,
    SPACE_SETS,
    SPACES,
    SPACES_IN_SET,
)
from kontor.games.teutonica.rules.pieces import EMPTY, KINDS, MERCHANT, TRADER, owner_of, piece_of
from kontor.kernel.base_position import BasePosition
from kontor.kernel.bit_sets import with_bit
from kontor.kernel.runtime.dialect import BitSets, Cells, UInt64, copy_cells, copy_sets


class RouteSpaces(BasePosition):
    """The part of a position that concerns the spaces of routes."""

    board: Board
    no_counts: Cells
    no_sets: BitSets

    def __init__(self, board: Board, players: int) -> None:
        super().__init__(SIZE, players, COUNTS, SETS)
        self.board = board
        self.no_counts = bytearray(COUNTS)
        self.no_sets = array("Q", bytes(8 * SETS))

    def compute_route_counts(self) -> None:
        """Derive the empty spaces and the pieces on every route from the cells."""
        cells: Cells = self.cells
        counts: Cells = self.counts
        copy_cells(counts, 0, self.no_counts, 0, COUNTS)
        copy_sets(self.sets, 0, self.no_sets, 0, SETS)
        free = 0
        for space in range(self.board.spaces):
            piece = cells[SPACES + space]
            if piece == EMPTY:
                counts[FREE_SPACES + free] = space
                free += 1
                counts[(SHIPS_FREE if self.board.is_ship[space] else HOUSES_FREE) + self.board.route_of[space]] += 1
            else:
                self.count_piece(piece, space, 1)
        counts[FREE_COUNT] = free
        for route in range(self.board.routes):
            self.update_open_routes(route)

    def count_piece(self, piece: int, space: int, change: int) -> None:
        """Count a piece that was put on a space, or taken off with a change of -1."""
        owner, route = owner_of(piece), self.board.route_of[space]
        self.counts[PIECES_ON_ROUTES + (piece - 1) * MOST_ROUTES + route] += change
        own = self.pieces_on_route(owner, route)
        self.set_bit(HELD_ROUTES + owner, route, own > 0)
        self.set_bit(FULL_ROUTES + owner, route, own == self.board.route_size[route])
        part, number = space // SPACES_IN_SET, space % SPACES_IN_SET
        self.set_bit(OCCUPIED + part, number, change > 0)
        self.set_bit(OWN_SPACES + owner * SPACE_SETS + part, number, change > 0)

    def count_free(self, space: int, change: int) -> None:
        """Change the number of empty spaces on the route of a space."""
        route = self.board.route_of[space]
        self.counts[(SHIPS_FREE if self.board.is_ship[space] else HOUSES_FREE) + route] += change
        self.update_open_routes(route)

    def update_open_routes(self, route: int) -> None:
        """Put a route into the sets of routes with empty spaces, or remove it from them."""
        self.set_bit(OPEN_ROUTES + TRADER, route, self.houses_free(route) > 0)
        self.set_bit(OPEN_ROUTES + MERCHANT, route, self.free_on(route) > 0)

    def set_bit(self, at: int, number: int, is_in: bool) -> None:
        """Put a number into one of the sets, or remove it."""
        self.sets[at] = with_bit(self.sets[at], number, is_in)

    def free_count(self) -> int:
        """Return the number of empty spaces."""
        return self.counts[FREE_COUNT]

    def free_space(self, n: int) -> int:
        """Return the n-th empty space in ascending order."""
        return self.counts[FREE_SPACES + n]

    def houses_free(self, route: int) -> int:
        """Return the number of empty house spaces of a route."""
        return self.counts[HOUSES_FREE + route]

    def ships_free(self, route: int) -> int:
        """Return the number of empty ship spaces of a route."""
        return self.counts[SHIPS_FREE + route]

    def free_below(self, space: int) -> int:
        """Return the number of empty spaces with a lower number."""
        low, high = 0, self.free_count()
        while low < high:
            middle = (low + high) // 2
            if self.free_space(middle) < space:
                low = middle + 1
            else:
                high = middle
        return low

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
        self.count_piece(piece, space, 1)
        self.count_free(space, -1)
        last, at = self.free_count() - 1, self.free_below(space)
        copy_cells(self.counts, FREE_SPACES + at, self.counts, FREE_SPACES + at + 1, last - at)
        self.counts[FREE_SPACES + last] = 0
        self.counts[FREE_COUNT] = last

    def take_off(self, space: int) -> int:
        """Remove the piece from a space and return it."""
        piece = self.cells[SPACES + space]
        self.cells[SPACES + space] = EMPTY
        self.count_piece(piece, space, -1)
        self.count_free(space, 1)
        count, at = self.free_count(), self.free_below(space)
        copy_cells(self.counts, FREE_SPACES + at + 1, self.counts, FREE_SPACES + at, count - at)
        self.counts[FREE_SPACES + at] = space
        self.counts[FREE_COUNT] = count + 1
        return piece

    def free_on(self, route: int) -> int:
        """Return how many spaces of a route are empty."""
        return self.counts[HOUSES_FREE + route] + self.counts[SHIPS_FREE + route]

    def free_for_kind(self, route: int, kind: int) -> int:
        """Return how many empty spaces of a route accept the kind. [HT-PLC-2]"""
        return self.houses_free(route) + (self.ships_free(route) if kind == MERCHANT else 0)

    def pieces_on_route(self, owner: int, route: int) -> int:
        """Return the number of pieces of an owner on a route."""
        at = PIECES_ON_ROUTES + owner * KINDS * MOST_ROUTES + route
        return self.counts[at] + self.counts[at + MOST_ROUTES]

    def own_spaces(self, owner: int, part: int) -> UInt64:
        """Return the spaces with pieces of an owner, those of one part of all spaces."""
        return self.sets[OWN_SPACES + owner * SPACE_SETS + part]

    def rival_spaces(self, owner: int, part: int) -> UInt64:
        """Return the spaces with pieces of other owners, those of one part of all spaces."""
        return self.sets[OCCUPIED + part] ^ self.own_spaces(owner, part)

    def occupied_spaces(self, part: int) -> UInt64:
        """Return the spaces with pieces, those of one part of all spaces."""
        return self.sets[OCCUPIED + part]

    def held_routes(self, owner: int) -> UInt64:
        """Return the routes on which an owner has pieces."""
        return self.sets[HELD_ROUTES + owner]

    def full_routes(self, owner: int) -> UInt64:
        """Return the routes on which every space holds a piece of the owner. [HT-RTE-1]"""
        return self.sets[FULL_ROUTES + owner]

    def open_routes(self, kind: int) -> UInt64:
        """Return the routes with an empty space that accepts the kind. [HT-PLC-2]"""
        return self.sets[OPEN_ROUTES + kind]

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
        return self.counts[PIECES_ON_ROUTES + (owner * KINDS + kind) * MOST_ROUTES + route]

    def take_from_route(self, owner: int, kind: int, route: int) -> None:
        """Remove one piece of a kind from the lowest-numbered space of a route that has one."""
        first = self.board.route_first[route]
        for space in range(first, first + self.board.route_size[route]):
            if self.cells[SPACES + space] == piece_of(owner, kind):
                self.take_off(space)
                return

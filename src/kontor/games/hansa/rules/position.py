"""The position of Hansa with the accessors that the rules use."""

from __future__ import annotations

from kontor.games.hansa.rules.board import Board
from kontor.games.hansa.rules.layout import (
    ACTIVE,
    BAG,
    BAG_TYPES,
    COUNTS,
    EMPTY,
    HELD,
    HELD_IN_ALL,
    HELD_TYPES,
    LEFT_OUT,
    ON_BOARD,
    OUT,
    PHASE,
    PILES,
    POSTS,
    SEAT_SIZE,
    SEATS,
    SETS,
    SHIP,
    SIZE,
    SOLD,
    START,
    THALERS,
    TURN_HIGH,
    TURN_LOW,
    WAREHOUSES,
)
from kontor.games.hansa.rules.pieces import BARRELS, COLOURS, MOST_SEATS, PILES_IN_ALL, TILE_TYPES
from kontor.kernel.base_position import BasePosition
from kontor.kernel.bit_sets import with_bit
from kontor.kernel.runtime.dialect import UInt64, lowest_bit
from kontor.kernel.seats import NO_OWNER


class Position(BasePosition):
    """A position of Hansa."""

    board: Board

    def __init__(self, board: Board, players: int) -> None:
        super().__init__(SIZE, players, COUNTS, SETS)
        self.board = board

    def compute_counts(self) -> None:
        """Derive the tiles and posts of every seat, the tiles of the bag and the empty warehouses from the cells."""
        for seat in range(self.players):
            self.counts[HELD_IN_ALL + seat] = 0
            self.counts[ON_BOARD + seat] = 0
            for tile in range(TILE_TYPES):
                self.counts[HELD_IN_ALL + seat] += self.held(seat, tile)
                self.set_bit(HELD_TYPES + seat, tile, self.held(seat, tile) > 0)
            for port in range(self.board.ports):
                self.counts[ON_BOARD + seat] += self.posts(port, seat)
        for tile in range(TILE_TYPES):
            self.set_bit(BAG_TYPES, tile, self.cells[BAG + tile] > 0)
        for warehouse in range(self.board.warehouses):
            self.set_bit(EMPTY, warehouse, self.stored(warehouse) == 0)

    def set_bit(self, at: int, number: int, is_in: bool) -> None:
        """Put a number into one of the sets, or remove it."""
        self.sets[at] = with_bit(self.sets[at], number, is_in)

    def phase(self) -> int:
        """Return the phase, which determines the decision that is due. [H-STATE-2]"""
        return self.cells[PHASE]

    def active(self) -> int:
        """Return the seat whose turn it is."""
        return self.cells[ACTIVE]

    def start_player(self) -> int:
        """Return the start player. [H-SETUP-7]"""
        return self.cells[START] - 1

    def turn(self) -> int:
        """Return the number of the turn, 0 before the first one."""
        return self.cells[TURN_LOW] + 256 * self.cells[TURN_HIGH]

    def count_turn(self) -> None:
        """Add 1 to the number of the turn, up to the highest number that a position can hold."""
        number = self.turn() + 1
        if number < 65536:
            self.cells[TURN_LOW] = number % 256
            self.cells[TURN_HIGH] = number // 256

    # money

    def thalers(self, seat: int) -> int:
        """Return the thalers of a seat."""
        return self.cells[SEATS + seat * SEAT_SIZE + THALERS]

    def pay(self, seat: int, amount: int) -> None:
        """Take thalers from a seat, or give them with a negative amount. [H-MONEY-2]"""
        self.cells[SEATS + seat * SEAT_SIZE + THALERS] -= amount

    def bank(self) -> int:
        """Return the thalers of the bank, which may be negative. [H-MONEY-1, H-MONEY-3]"""
        amount = self.board.thalers
        for seat in range(self.players):
            amount -= self.thalers(seat)
        return amount

    # tiles

    def held(self, seat: int, tile: int) -> int:
        """Return the number of unsold tiles of a type of a seat."""
        return self.cells[SEATS + seat * SEAT_SIZE + HELD + tile]

    def hold(self, seat: int, tile: int, count: int) -> None:
        """Give a seat tiles of a type, or take them with a negative count."""
        self.cells[SEATS + seat * SEAT_SIZE + HELD + tile] += count
        self.counts[HELD_IN_ALL + seat] += count
        self.set_bit(HELD_TYPES + seat, tile, self.held(seat, tile) > 0)

    def sold(self, seat: int, tile: int) -> int:
        """Return the number of sold tiles of a type of a seat."""
        return self.cells[SEATS + seat * SEAT_SIZE + SOLD + tile]

    def held_in_all(self, seat: int) -> int:
        """Return the number of unsold tiles of a seat."""
        return self.counts[HELD_IN_ALL + seat]

    def held_types(self, seat: int) -> UInt64:
        """Return the types of the unsold tiles of a seat."""
        return self.sets[HELD_TYPES + seat]

    def held_of_colour(self, seat: int, colour: int) -> int:
        """Return the number of unsold tiles of a colour of a seat."""
        count = 0
        for tile in range(colour * BARRELS, colour * BARRELS + BARRELS):
            count += self.held(seat, tile)
        return count

    def remove_from_game(self, seat: int, tile: int) -> None:
        """Move an unsold tile of a seat out of the game."""
        self.hold(seat, tile, -1)
        self.cells[OUT + tile] += 1

    def colours_left_out(self) -> int:
        """Return how many colours are left out so far."""
        count = 0
        for colour in range(COLOURS):
            count += self.cells[LEFT_OUT + colour]
        return count

    def take_from_bag(self, tile: int, count: int) -> None:
        """Remove face-down tiles of a type."""
        self.cells[BAG + tile] -= count
        self.set_bit(BAG_TYPES, tile, self.cells[BAG + tile] > 0)

    def bag_types(self) -> UInt64:
        """Return the types of the face-down tiles."""
        return self.sets[BAG_TYPES]

    def in_bag(self) -> int:
        """Return the number of face-down tiles."""
        count = 0
        for tile in range(TILE_TYPES):
            count += self.cells[BAG + tile]
        return count

    def supply(self) -> int:
        """Return the number of tiles in the piles."""
        count = 0
        for pile in range(PILES_IN_ALL):
            count += self.cells[PILES + pile]
        return count

    # warehouses

    def stored(self, warehouse: int) -> int:
        """Return the type plus one of the tile in a warehouse, 0 for none."""
        return self.cells[WAREHOUSES + warehouse]

    def store_tile(self, warehouse: int, tile: int) -> None:
        """Put a tile into an empty warehouse."""
        self.cells[WAREHOUSES + warehouse] = tile + 1
        self.set_bit(EMPTY, warehouse, False)

    def clear_warehouse(self, warehouse: int) -> None:
        """Remove the tile from a warehouse."""
        self.cells[WAREHOUSES + warehouse] = 0
        self.set_bit(EMPTY, warehouse, True)

    def empty_set(self) -> UInt64:
        """Return the empty warehouses."""
        return self.sets[EMPTY]

    def empty_warehouses(self) -> int:
        """Return how many warehouses are empty."""
        count = 0
        for warehouse in range(self.board.warehouses):
            if self.stored(warehouse) == 0:
                count += 1
        return count

    def first_empty(self) -> int:
        """Return the first empty warehouse in filling order. [H-BOARD-6]"""
        return lowest_bit(self.empty_set())

    # posts

    def ship(self) -> int:
        """Return the port of the ship."""
        return self.cells[SHIP]

    def posts(self, port: int, seat: int) -> int:
        """Return the number of posts of a seat in a port. [H-COMP-2]"""
        return self.cells[POSTS + port * MOST_SEATS + seat]

    def add_posts(self, port: int, seat: int, count: int) -> None:
        """Add posts to a port, or remove them with a negative count."""
        self.cells[POSTS + port * MOST_SEATS + seat] += count
        self.counts[ON_BOARD + seat] += count

    def on_board(self, seat: int) -> int:
        """Return the number of posts of a seat on the board."""
        return self.counts[ON_BOARD + seat]

    def stock(self, seat: int) -> int:
        """Return the number of posts of a seat that are not on the board."""
        return self.board.posts_each - self.on_board(seat)

    def leader(self, port: int) -> int:
        """Return the seat with strictly more posts in a port than every other, or NO_OWNER."""
        best, most = NO_OWNER, 0
        for seat in range(self.players):
            count = self.posts(port, seat)
            if count > most:
                best, most = seat, count
            elif count == most:
                best = NO_OWNER
        return best

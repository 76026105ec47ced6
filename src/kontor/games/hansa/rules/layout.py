"""The layout of a position of Hansa: the index of every cell in one flat buffer. [H-STATE-1 … H-STATE-12]

The bank (thalers that no seat has) and the stock of a seat (posts that are not on the board) have no cells.
"""

from __future__ import annotations

from typing import Final

from kontor.games.hansa.rules.pieces import COLOURS, MOST_SEATS, PILES_IN_ALL, TILE_TYPES

MOST_PORTS: Final = 12
MOST_WAREHOUSES: Final = 24

PHASE: Final = 0
ACTIVE: Final = 1
START: Final = 2  # the start player, plus one
TURN_LOW: Final = 3  # turn number, 0 before the first turn
TURN_HIGH: Final = 4
SHIP: Final = 5
ACTED: Final = 6  # an action was taken in this visit
END_BY: Final = 7  # the seat that took the first tile of the last pile, plus one
PLACED: Final = 8  # placements made in the three opening rounds
LEFT_OUT: Final = 9  # one per colour left out of the game
WAREHOUSES: Final = LEFT_OUT + COLOURS  # type plus one of the tile in each warehouse, in filling order
PILES: Final = WAREHOUSES + MOST_WAREHOUSES
LOSSES: Final = PILES + PILES_IN_ALL  # per seat: bit per colour still to be lost
BAG: Final = LOSSES + MOST_SEATS  # face-down tiles, per type
OUT: Final = BAG + TILE_TYPES  # tiles out of the game, per type
SALE: Final = OUT + TILE_TYPES  # tiles chosen for the sale under way
POSTS: Final = SALE + TILE_TYPES  # port * seats + seat -> posts
SEATS: Final = POSTS + MOST_PORTS * MOST_SEATS

THALERS: Final = 0  # offsets inside a seat's cells
HELD: Final = 1
SOLD: Final = HELD + TILE_TYPES
SEAT_SIZE: Final = SOLD + TILE_TYPES

SIZE: Final = SEATS + MOST_SEATS * SEAT_SIZE

# The cells of the counts, which are derived from a position and not part of it.
HELD_IN_ALL: Final = 0  # seat -> unsold tiles
ON_BOARD: Final = HELD_IN_ALL + MOST_SEATS  # seat -> posts on the board
COUNTS: Final = ON_BOARD + MOST_SEATS

# The bit sets, which are also derived.
HELD_TYPES: Final = 0  # seat -> types of its unsold tiles
BAG_TYPES: Final = HELD_TYPES + MOST_SEATS  # types of the face-down tiles
EMPTY: Final = BAG_TYPES + 1  # warehouses without a tile
SETS: Final = EMPTY + 1

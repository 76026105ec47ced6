"""The types of raw events with their arguments; `formats.events` converts them to data."""

from __future__ import annotations

from typing import Final

COLOUR_LEFT_OUT: Final = 0  # colour
START_CHOSEN: Final = 1  # seat
TILE_REVEALED: Final = 2  # tile, port
POSTS_PLACED: Final = 3  # seat, port, count
TURN_BEGUN: Final = 4  # seat, income
RESTOCKED: Final = 5  # seat
END_TRIGGERED: Final = 6  # seat
SAILED: Final = 7  # seat, from, to
BOUGHT: Final = 8  # seat, tile, price
PAID_TO: Final = 9  # seat, payee
BUILT: Final = 10  # seat, tile, posts
CHOSEN_FOR_SALE: Final = 11  # seat, tile
TILE_SOLD: Final = 12  # seat, tile, count
POST_RETURNED: Final = 13  # seat, port
TILE_LOST: Final = 14  # seat, tile
TAX_PAID: Final = 15  # seat, thalers
TILE_GIVEN_UP: Final = 16  # seat, tile
TURN_ENDED: Final = 17  # seat
GAME_ENDED: Final = 18  # ending

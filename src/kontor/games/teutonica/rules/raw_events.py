"""Raw events: the results of a move as numbers; `formats.events` gives them names."""

from __future__ import annotations

from typing import Final

INCOME_TAKEN: Final = 0  # owner, traders, merchants
PIECE_PLACED: Final = 1  # piece, space
PIECE_DISPLACED: Final = 2  # piece, space, seat
FEE_PAID: Final = 3  # owner, traders, merchants
PIECE_RELOCATED: Final = 4  # piece, space
PIECE_LIFTED: Final = 5  # piece, space
PIECE_PUT: Final = 6  # piece, space
PIECE_REMOVED: Final = 7  # piece, space
ROUTE_CREATED: Final = 8  # owner, route
CONTROL_SCORED: Final = 9  # owner, city, points
MARKER_TAKEN: Final = 10  # owner, marker, route
MARKER_DRAWN: Final = 11  # owner
SUPPLY_EXHAUSTED: Final = 12  # owner
POST_ESTABLISHED: Final = 13  # piece, city, printed space
EXTRA_POST_ESTABLISHED: Final = 14  # piece, city
GREEN_POST_ESTABLISHED: Final = 15  # piece, city
COIN_SCORED: Final = 16  # owner, city, points
CITY_COMPLETED: Final = 17  # city, count
CONNECTION_MADE: Final = 18  # owner, rank, points
ABILITY_DEVELOPED: Final = 19  # owner, ability, level
SPECIAL_TAKEN: Final = 20  # owner, special
PIECES_RETURNED: Final = 21  # owner, traders, merchants
MARKER_USED: Final = 22  # owner, marker
POSTS_EXCHANGED: Final = 23  # owner, city, left
ACTIONS_GAINED: Final = 24  # owner, count
MARKER_REVEALED: Final = 25  # owner, marker
MARKER_PLACED: Final = 26  # owner, marker plus one, route
MARKER_LEFT_OVER: Final = 27  # owner, count
FAVOUR_SHOWN: Final = 28  # favour
FAVOUR_BOUGHT: Final = 29  # owner, favour
FAVOUR_INCOME_TAKEN: Final = 30  # owner, kind
TRIBUTE_TAKEN: Final = 31  # owner, traders, merchants
MARKER_ATTACHED: Final = 32  # owner, marker, route
MARKER_SWAPPED: Final = 33  # owner, seat, marker
PAWN_MOVED_TO: Final = 34  # owner, province, paid
NEUTRAL_ROUTE_CREATED: Final = 35  # route
CARD_DEALT: Final = 36  # owner, card
START_MARKER_LAID: Final = 37  # marker, route
TURN_ENDED: Final = 38  # owner
TURN_BEGUN: Final = 39  # owner, actions
GAME_ENDED: Final = 40  # ending
PERMISSION_SPENT: Final = 41  # owner, city

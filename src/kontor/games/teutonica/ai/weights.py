"""The weights of the evaluation: one row of numbers per style, in the order of the constants below."""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.pieces import MARKER_IDS, MARKER_TYPES

LONG_GAME: Final = 0  # rounds of a whole game
ACTION: Final = 1  # value per round of one more action in every round
ACTION_LEFT: Final = 2  # an action of this turn not spent yet
BANK_STEP: Final = 3  # per piece of the Bank value and round
BOOK_STEP: Final = 4
PRIVILEGE_NOW: Final = 5
PRIVILEGE_LATER: Final = 6  # per round
KEYS_STEP: Final = 7
KEYS_POST: Final = 8  # per post of the network
SUPPLY_PIECE: Final = 9  # the first eight
SUPPLY_MORE: Final = 10
STOCK_PIECE: Final = 11
MERCHANT_READY: Final = 12
ON_ROUTE: Final = 13  # a piece on a route
FULL_ROUTE: Final = 14  # hundredths of its gain that a full route is worth
BLOCKED: Final = 15  # hundredths that remain if rivals are on the route
MARKER_GAIN: Final = 16  # a marker to be taken
MARKER_OWNED: Final = 17
POST: Final = 18  # a post anywhere
FIRST_POST: Final = 19  # a post in an empty city
CONTESTED_POST: Final = 20  # a post in a city that another seat controls
LINKED_POST: Final = 21  # per point of City Keys, a post beside the network
ABILITY_BONUS: Final = 22  # added to every developed ability
RIVAL_POINT: Final = 23  # subtracted per point of other seats on the track
REGION_POINT: Final = 24  # hundredths
NETWORK_POINT: Final = 25  # hundredths
CITY_HELD: Final = 26  # added per controlled city
SPECIAL_SPACE_VALUE: Final = 27  # hundredths of the best special space available
OPEN_CITY: Final = 28  # a city whose next post the privilege allows
BESIDE_PAWN: Final = 29  # hundredths of its gain, added for a route that can be created now beside the pawn
MARKER_USE: Final = 30  # one per marker type from here on
WEIGHTS: Final = MARKER_USE + MARKER_TYPES
WEIGHT_NAMES: Final = (
    "long_game",
    "action",
    "action_left",
    "bank_step",
    "book_step",
    "privilege_now",
    "privilege_later",
    "keys_step",
    "keys_post",
    "supply_piece",
    "supply_more",
    "stock_piece",
    "merchant_ready",
    "on_route",
    "full_route",
    "blocked",
    "marker_gain",
    "marker_owned",
    "post",
    "first_post",
    "contested_post",
    "linked_post",
    "ability_bonus",
    "rival_point",
    "region_point",
    "network_point",
    "city_held",
    "special_space",
    "open_city",
    "beside_pawn",
    *("use_" + marker.replace("-", "_") for marker in MARKER_IDS),
)

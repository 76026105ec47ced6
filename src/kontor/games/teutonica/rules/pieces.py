"""Components of the game as numbers: kinds of pieces, owners, abilities, markers and favours."""

from __future__ import annotations

from typing import Final

TRADER: Final = 0
MERCHANT: Final = 1
KINDS: Final = 2
KIND_IDS: Final = ("t", "m")

EMPTY: Final = 0
NEUTRAL: Final = 5
OWNERS: Final = 6

TRADERS_PER_COLOUR: Final = 27
MERCHANTS_PER_COLOUR: Final = 4

TRADER_FEE: Final = 1  # pieces paid for displacing a trader [HT-DSP-2]
MERCHANT_FEE: Final = 2  # pieces paid for displacing a merchant [HT-DSP-2]

KEYS: Final = 0
ACTIONS: Final = 1
PRIVILEGE: Final = 2
BOOK: Final = 3
BANK: Final = 4
ABILITIES: Final = 5
ABILITY_IDS: Final = ("keys", "actions", "privilege", "book", "bank")

# The printed values of the abilities by level. [HT-ABL-1]
KEYS_VALUES: Final = (1, 2, 2, 3, 4)  # prestige per post of the largest network
ACTIONS_VALUES: Final = (2, 3, 3, 4, 4, 5)  # actions per turn
PRIVILEGE_VALUES: Final = ("white", "orange", "pink", "black")
BOOK_VALUES: Final = (2, 3, 4, 5)  # pieces per Move action
BANK_VALUES: Final = (3, 5, 7, TRADERS_PER_COLOUR + MERCHANTS_PER_COLOUR)  # pieces per Income action, at last all

KEYS_HIGHEST: Final = len(KEYS_VALUES) - 1
ACTIONS_HIGHEST: Final = len(ACTIONS_VALUES) - 1
PRIVILEGE_HIGHEST: Final = len(PRIVILEGE_VALUES) - 1
BOOK_HIGHEST: Final = len(BOOK_VALUES) - 1
BANK_HIGHEST: Final = len(BANK_VALUES) - 1

ADDITIONAL_POST: Final = 0
EXCHANGE_POSTS: Final = 1
DEVELOP_ABILITY: Final = 2
ACTIONS_3: Final = 3
ACTIONS_4: Final = 4
REMOVE_3: Final = 5
MOVE_3: Final = 6
SWAP_MARKER: Final = 7
TRIBUTE: Final = 8
BLOCK: Final = 9
ATTACHABLE: Final = (TRIBUTE, BLOCK)  # markers that are attached to routes

# The bonus markers by the numbers above: id, what is chosen when the marker is used, its value (actions gained,
# pieces removed, moved or taken, pieces added to the fee of Place), and whether it is a promo marker. The move list,
# the names of the weights, positions, events and descriptions are derived from this table.
MARKER_TABLE: Final = (
    ("additional-post", "reward", 1, False),
    ("exchange-posts", "posts", 2, False),
    ("develop-ability", "ability", 1, False),
    ("actions-3", "alone", 3, False),
    ("actions-4", "alone", 4, False),
    ("remove-3", "alone", 3, False),
    ("move-3", "alone", 3, False),
    ("swap-marker", "alone", 1, True),
    ("tribute", "alone", 2, True),
    ("block", "alone", 1, True),
)
MARKER_TYPES: Final = len(MARKER_TABLE)
MARKER_IDS: Final = tuple(marker[0] for marker in MARKER_TABLE)
MARKER_USES: Final = tuple(marker[1] for marker in MARKER_TABLE)
PROMO_MARKERS: Final = tuple(marker[0] for marker in MARKER_TABLE if marker[3])
PROMO_COPIES: Final = 2  # of each promo marker [HT-PRO-1]
FACE_DOWN: Final = MARKER_TYPES + 1  # cell value of a face-down marker on a route
THREE_ACTIONS: Final = MARKER_TABLE[ACTIONS_3][2]
FOUR_ACTIONS: Final = MARKER_TABLE[ACTIONS_4][2]
REMOVED_PIECES: Final = MARKER_TABLE[REMOVE_3][2]
MOVED_PIECES: Final = MARKER_TABLE[MOVE_3][2]
BLOCK_FEE: Final = MARKER_TABLE[BLOCK][2]
TRIBUTE_PIECES: Final = MARKER_TABLE[TRIBUTE][2]

ANYWHERE: Final = 0
MORE_ACTIONS: Final = 1
INCOME_SHARE: Final = 2
COMPENSATION: Final = 3
GOVERNOR: Final = 4
SCHOLAR: Final = 5
FAVOURS: Final = 6

MOVE_ANY_TWO: Final = 1
PERMANENT_PRIVILEGE: Final = 2
GREEN_CITY: Final = 3
TWO_FROM_ROUTE: Final = 4
TWO_IN_LAND: Final = 5
PERMANENT_IDS: Final = (
    "",
    "move-2-any",
    "develop-privilege",
    "green-city-post",
    "place-2-from-route",
    "place-2-wales-scotland",
)

SPECIAL_IDS: Final = (7, 8, 9, 11)  # special prestige spaces, named by their points
SPECIAL_SPACES: Final = len(SPECIAL_IDS)
UNKNOWN_CARD: Final = 255


def piece_of(owner: int, kind: int) -> int:
    """Return the cell value of a tradesman; an empty space is 0."""
    return 1 + 2 * owner + kind


def owner_of(piece: int) -> int:
    """Return the owner of a tradesman."""
    return (piece - 1) >> 1


def kind_of(piece: int) -> int:
    """Return whether a tradesman is a TRADER or a MERCHANT."""
    return (piece - 1) & 1


def displacement_fee(kind: int) -> int:
    """Return the number of pieces paid for displacing a piece of the kind. [HT-DSP-2]"""
    return MERCHANT_FEE if kind == MERCHANT else TRADER_FEE


def highest_level(ability: int) -> int:
    """Return the level at which an ability is fully developed. [HT-ABL-4]"""
    if ability == KEYS:
        return KEYS_HIGHEST
    if ability == ACTIONS:
        return ACTIONS_HIGHEST
    if ability == PRIVILEGE:
        return PRIVILEGE_HIGHEST
    return BOOK_HIGHEST if ability == BOOK else BANK_HIGHEST


def covered_by(ability: int) -> int:
    """Return the kind of piece that covers the ability on the desk. [HT-SET-5]"""
    return MERCHANT if ability == BOOK else TRADER


# The functions loop instead of indexing: in the kernel an index into a tuple makes Python objects, a loop does not.


def keys_value(level: int) -> int:
    """Return the prestige per post of the largest network. [HT-ABL-1]"""
    left = level
    for value in KEYS_VALUES:
        if left == 0:
            return value
        left -= 1
    return 0


def actions_value(level: int) -> int:
    """Return the number of actions per turn. [HT-ABL-1]"""
    left = level
    for value in ACTIONS_VALUES:
        if left == 0:
            return value
        left -= 1
    return 0


def book_value(level: int) -> int:
    """Return the number of pieces per Move action. [HT-ABL-1]"""
    left = level
    for value in BOOK_VALUES:
        if left == 0:
            return value
        left -= 1
    return 0


def bank_value(level: int) -> int:
    """Return the number of pieces per Income action; the last level allows all. [HT-ABL-1]"""
    left = level
    for value in BANK_VALUES:
        if left == 0:
            return value
        left -= 1
    return 0

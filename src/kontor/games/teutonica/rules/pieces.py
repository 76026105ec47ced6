"""What lies on the table: kinds, owners, abilities, markers and favours, as small numbers."""

from __future__ import annotations

from typing import Final

TRADER: Final = 0
MERCHANT: Final = 1
KINDS: Final = 2

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
FACE_DOWN: Final = 11

# The bonus markers by the numbers above: their ids, what is chosen when they are used, and how much they do
# (actions gained, pieces removed, moved or taken, pieces added to the fee of Place).
MARKER_IDS: Final = (
    "additional-post",
    "exchange-posts",
    "develop-ability",
    "actions-3",
    "actions-4",
    "remove-3",
    "move-3",
    "swap-marker",
    "tribute",
    "block",
)
MARKER_TYPES: Final = len(MARKER_IDS)
MARKER_USES: Final = ("reward", "posts", "ability", "alone", "alone", "alone", "alone", "alone", "alone", "alone")
MARKER_VALUES: Final = (1, 2, 1, 3, 4, 3, 3, 1, 2, 1)
PROMO_MARKERS: Final = ("swap-marker", "tribute", "block")
REMOVED_PIECES: Final = MARKER_VALUES[REMOVE_3]
MOVED_PIECES: Final = MARKER_VALUES[MOVE_3]
BLOCK_FEE: Final = MARKER_VALUES[BLOCK]
TRIBUTE_PIECES: Final = MARKER_VALUES[TRIBUTE]

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

SPECIAL_SPACES: Final = 4
UNKNOWN_CARD: Final = 255


def piece_of(owner: int, kind: int) -> int:
    """The cell value of a tradesman; an empty space is 0."""
    return 1 + 2 * owner + kind


def owner_of(piece: int) -> int:
    """The colour of a tradesman."""
    return (piece - 1) >> 1


def kind_of(piece: int) -> int:
    """Trader or merchant."""
    return (piece - 1) & 1


def displacement_fee(kind: int) -> int:
    """The pieces paid for displacing a piece of the kind. [HT-DSP-2]"""
    return MERCHANT_FEE if kind == MERCHANT else TRADER_FEE


def highest_level(ability: int) -> int:
    """The level at which an ability is fully developed. [HT-ABL-4]"""
    if ability == KEYS:
        return KEYS_HIGHEST
    if ability == ACTIONS:
        return ACTIONS_HIGHEST
    if ability == PRIVILEGE:
        return PRIVILEGE_HIGHEST
    return BOOK_HIGHEST if ability == BOOK else BANK_HIGHEST


def covered_by(ability: int) -> int:
    """The kind of piece that covers the ability on the desk. [HT-SET-5]"""
    return MERCHANT if ability == BOOK else TRADER


# The functions loop instead of indexing: in the kernel an index into a tuple makes Python objects, a loop does not.


def keys_value(level: int) -> int:
    """Prestige per post of the largest network. [HT-ABL-1]"""
    left = level
    for value in KEYS_VALUES:
        if left == 0:
            return value
        left -= 1
    return 0


def actions_value(level: int) -> int:
    """Actions per turn. [HT-ABL-1]"""
    left = level
    for value in ACTIONS_VALUES:
        if left == 0:
            return value
        left -= 1
    return 0


def book_value(level: int) -> int:
    """Pieces per Move action. [HT-ABL-1]"""
    left = level
    for value in BOOK_VALUES:
        if left == 0:
            return value
        left -= 1
    return 0


def bank_value(level: int) -> int:
    """Pieces per Income action; the last level moves all. [HT-ABL-1]"""
    left = level
    for value in BANK_VALUES:
        if left == 0:
            return value
        left -= 1
    return 0

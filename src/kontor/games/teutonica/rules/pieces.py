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

BLOCK_FEE: Final = 1  # pieces that every Block on a route adds to Place there

KEYS: Final = 0
ACTIONS: Final = 1
PRIVILEGE: Final = 2
BOOK: Final = 3
BANK: Final = 4
ABILITIES: Final = 5

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
MARKER_TYPES: Final = 10
FACE_DOWN: Final = 11

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
    return 2 if kind == MERCHANT else 1


def highest_level(ability: int) -> int:
    """The level at which an ability is fully developed. [HT-ABL-4]"""
    if ability == KEYS:
        return 4
    return 5 if ability == ACTIONS else 3


def covered_by(ability: int) -> int:
    """The kind of piece that covers the ability on the desk. [HT-SET-5]"""
    return MERCHANT if ability == BOOK else TRADER


def keys_value(level: int) -> int:
    """Prestige per post of the largest network. [HT-ABL-1]"""
    return 1 + (level + 1) // 2 if level < 3 else level


def actions_value(level: int) -> int:
    """Actions per turn. [HT-ABL-1]"""
    return 2 + (level + 1) // 2


def book_value(level: int) -> int:
    """Pieces per Move action. [HT-ABL-1]"""
    return 2 + level


def bank_value(level: int) -> int:
    """Pieces per Income action; the last level moves all. [HT-ABL-1]"""
    return 3 + 2 * level if level < 3 else 31

"""The tables of the rules that are printed on the components, for clients that draw them."""

from __future__ import annotations

from typing import Any, Final

from kontor.games.teutonica.board_file import load
from kontor.games.teutonica.rules import pieces
from kontor.games.teutonica.rules.endings import POINTS_THAT_END

WHOLE_STOCK: Final = "all"  # the last value of the Bank


def components() -> dict[str, Any]:
    """Return the values of abilities, the displacement fees, the markers and the score that ends the game."""
    return {
        "abilities": ability_values(),
        "displacement_fees": {"t": pieces.TRADER_FEE, "m": pieces.MERCHANT_FEE},
        "markers": {marker: describe_marker(n) for n, marker in enumerate(pieces.MARKER_IDS)},
        "permanent_markers": [marker["id"] for marker in load("components")["permanent_markers"]],
        "final_score": POINTS_THAT_END,
    }


def ability_values() -> dict[str, list[int | str]]:
    """Return the printed values of every ability by level. [HT-ABL-1]"""
    return {
        "keys": list(pieces.KEYS_VALUES),
        "actions": list(pieces.ACTIONS_VALUES),
        "privilege": list(pieces.PRIVILEGE_VALUES),
        "book": list(pieces.BOOK_VALUES),
        "bank": [*pieces.BANK_VALUES[:-1], WHOLE_STOCK],
    }


def describe_marker(number: int) -> dict[str, Any]:
    """Return how a marker is used, how much it does, whether it is a promo, and the editions that have it."""
    marker = pieces.MARKER_IDS[number]
    mixes = load("components")["bonus_markers"]
    return {
        "use": pieces.MARKER_USES[number],
        "value": pieces.MARKER_TABLE[number][2],
        "promo": marker in pieces.PROMO_MARKERS,
        "editions": [edition for edition, mix in mixes.items() if marker in mix["markers"]],
    }

"""The phases, each of which asks for one kind of decision. [H-STATE-2]"""

from __future__ import annotations

from typing import Final

LEAVING_OUT: Final = 0  # chance: a colour is left out
CHOOSING_START: Final = 1  # chance: the start player
FILLING: Final = 2  # chance: the first tiles
PLACEMENT: Final = 3
RESTOCK: Final = 4
REVEAL: Final = 5  # chance: tiles of a restock
ACTIONS: Final = 6
SELLING: Final = 7  # tiles of a sale are being chosen
LOSING: Final = 8  # another seat loses a tile
TAX: Final = 9
FINISHED: Final = 10

PHASE_NAMES: Final = (
    "setup",
    "setup",
    "setup",
    "placement",
    "restock",
    "reveal",
    "actions",
    "actions",
    "losses",
    "tax",
    "finished",
)

"""The numbers that stand for chance, for the end of the game and for no owner in place of a seat."""

from __future__ import annotations

from typing import Final

CHANCE: Final = -1  # to_move: a chance move is due
GAME_OVER: Final = -2  # to_move: the game is over
NO_OWNER: Final = 6  # in cells: no seat owns it
CHANCE_CELL: Final = 7  # in cells: chance decides

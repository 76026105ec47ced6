"""Special values in place of a seat number: chance, game over, no owner."""

from __future__ import annotations

from typing import Final

CHANCE: Final = -1  # to_move: a chance move is due
GAME_OVER: Final = -2  # to_move: the game is over
NO_OWNER: Final = 6  # in cells: no seat owns it
CHANCE_CELL: Final = 7  # in cells: chance decides

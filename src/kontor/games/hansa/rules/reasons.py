"""Reason codes of the steps: why a move is not legal; `formats.refusals` converts them to rule ids and facts."""

from __future__ import annotations

from typing import Final

LEGAL: Final = 0

# the move belongs to another phase
GAME_IS_OVER: Final = 1  # H-END-2
WRONG_PHASE: Final = 2  # H-STATE-2
SETUP_ORDER: Final = 3  # H-CMD-1
SALE_UNDER_WAY: Final = 4  # H-CMD-3
NOTHING_CHOSEN: Final = 5  # H-SELL-2
TOO_LATE_TO_RESTOCK: Final = 6  # H-STOCK-1
NOTHING_TO_RESTOCK: Final = 7  # H-STOCK-2

# the phase is right, the choice is not
COLOUR_LEFT_OUT_ALREADY: Final = 8  # H-SETUP-1
SEAT_NOT_IN_PLAY: Final = 9  # H-SETUP-7
NOT_IN_BAG: Final = 10  # H-INFO-5
FORBIDDEN_PORT: Final = 11  # H-PLACE-2
OWN_POSTS_IN_PORT: Final = 12  # H-PLACE-3
ALREADY_ACTED: Final = 13  # H-ACT-4
NO_ARROW: Final = 14  # H-MOVE-1
SAILING_NOT_PAYABLE: Final = 15  # H-MOVE-2
NOT_IN_WAREHOUSE: Final = 16  # H-BUY-1
TILE_NOT_PAYABLE: Final = 17  # H-BUY-4
TILE_NOT_HELD: Final = 18  # H-BUILD-1
STOCK_EMPTY: Final = 19  # H-BUILD-3
NO_POST_HERE: Final = 20  # H-SELL-1
NOT_LEFT_TO_SELL: Final = 21  # H-SELL-2
ONLY_TILE_OF_COLOUR: Final = 22  # H-SELL-2
LONE_COLOUR_CHOSEN: Final = 23  # H-SELL-2
OTHER_COLOUR_SOLD: Final = 24  # H-LOSS-1
NOTHING_TO_LOSE: Final = 25  # H-LOSS-3
NOTHING_TO_GIVE_UP: Final = 26  # H-TAX-2

REASONS: Final = 27

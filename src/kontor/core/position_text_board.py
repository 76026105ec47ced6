"""The text board of a position of a game, with what the rules derive from the position."""

from __future__ import annotations

from typing import Any

from kontor.core.game import Game
from kontor.core.text_board import TextBoardOptions
from kontor.core.values import PositionBytes


def position_text_board(game: Game, position: PositionBytes, **options: Any) -> str:
    """Return a position as text; options are the fields of `TextBoardOptions`."""
    found = TextBoardOptions(
        **{"derived": game.derived_state(position), "to_move": game.to_move(position), **options}
    )
    return game.presentation.text_board(game.setup, game.position_json(position), found)

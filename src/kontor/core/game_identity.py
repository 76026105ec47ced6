"""What a game is apart from its rules: the expression that creates it, and its setup for pickling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.setup_text import parse_setup, setup_text


def game_expression(game: Game) -> str:
    """Return the call of `kontor.game` that creates a game; fields with their default value are left out."""
    fields = parse_setup(setup_text(game.setup))
    words = [repr(fields.pop("game")), *(f"{field}={value!r}" for field, value in fields.items())]
    if game.kernel != game.default_kernel:
        words.append(f"kernel={game.kernel!r}")
    return f"kontor.game({', '.join(words)})"


def restored_game(setup: Mapping[str, Any], kernel: str) -> Game:
    """Return the game of a pickled setup."""
    return registry.shared_game(setup, kernel)

"""Pictures of a game in the render modes of Gymnasium and PettingZoo."""

from __future__ import annotations

import io
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kontor.core.game import Game
from kontor.core.state import State
from kontor.core.values import PositionBytes

RENDER_MODES: Final = ("ansi", "rgb_array", "human")
Rendered = str | NDArray[np.uint8] | None


def checked_render_mode(mode: str | None) -> str | None:
    """Return a render mode or None, or raise ValueError with the known modes."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"the render mode {mode!r} is unknown; it may be {', '.join(RENDER_MODES)}.")
    return mode


def rendered(game: Game, position: PositionBytes, mode: str | None) -> Rendered:
    """Return a position as text or as an array of pixels, or print it in the mode `human`."""
    state = State(game, position, chance="manual")
    if checked_render_mode(mode) == "rgb_array":
        return pixels(state)
    if mode == "human":
        print(state)
    return str(state) if mode == "ansi" else None


def pixels(state: State) -> NDArray[np.uint8]:
    """Return the map as an array of rows, columns and three colours."""
    from PIL import Image  # only this mode needs it

    with Image.open(io.BytesIO(state.png())) as image:
        return np.asarray(image.convert("RGB"))

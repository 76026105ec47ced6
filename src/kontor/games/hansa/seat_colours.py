"""The colours of the seats, by the names of the palettes."""

from typing import Final

SEAT_COLOURS: Final = ("grey", "yellow", "purple", "white")

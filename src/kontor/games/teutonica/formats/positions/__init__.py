"""Positions as data: reading and writing the words of the interchange."""

from kontor.games.teutonica.formats.positions.reader import PositionReader
from kontor.games.teutonica.formats.positions.writer import PositionWriter

__all__ = ["PositionReader", "PositionWriter"]

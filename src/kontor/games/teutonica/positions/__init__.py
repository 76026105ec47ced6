"""Positions as data: reading and writing the words of the interchange."""

from kontor.games.teutonica.positions.reader import PositionReader
from kontor.games.teutonica.positions.writer import PositionWriter

__all__ = ["PositionReader", "PositionWriter"]

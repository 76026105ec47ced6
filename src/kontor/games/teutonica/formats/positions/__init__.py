"""Positions as data of the interchange format: reading and writing."""

from kontor.games.teutonica.formats.positions.reader import PositionReader
from kontor.games.teutonica.formats.positions.writer import PositionWriter

__all__ = ["PositionReader", "PositionWriter"]

"""Positions as data: reading and writing the words of the interchange."""

from kontor.games.teutonica.position_reader import PositionReader
from kontor.games.teutonica.position_writer import PositionWriter

__all__ = ["PositionReader", "PositionWriter"]

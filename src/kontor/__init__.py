"""Kontor: the open home of the Hanse board games."""

__version__ = "0.1.0"

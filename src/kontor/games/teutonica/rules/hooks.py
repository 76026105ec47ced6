"""Hooks that a module replaces: what follows when a piece or a replacement marker is placed."""

from __future__ import annotations

from kontor.games.teutonica.rules.position import Position


class PieceHook:
    """Hook for pieces placed outside Place and Displace; filling a route has no effect. [HT-DSP-13, HT-RTE-1]"""

    def piece_placed(self, p: Position, space: int) -> None:
        """React to a piece that was put on a space."""


class MarkerHook:
    """Hook for replacement markers; without a module, placing one has no further effect."""

    def marker_placed(self, p: Position, route: int) -> None:
        """React to a replacement marker that was placed on a route."""

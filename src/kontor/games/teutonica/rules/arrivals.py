"""What happens when a piece comes to stand on a space in the middle of something."""

from __future__ import annotations

from kontor.games.teutonica.rules.position import Position


class Arrivals:
    """Nothing happens by itself: filling a route has no effect. [HT-DSP-13, HT-RTE-1]"""

    def arrived(self, p: Position, space: int) -> None:
        """Hear of a piece put on a space outside Place and Displace."""

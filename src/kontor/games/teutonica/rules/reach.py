"""Reach: the routes on which a seat may act, limited by permissions or by the pawn."""

from __future__ import annotations

from kontor.games.teutonica.rules.cities import rightmost_owner
from kontor.games.teutonica.rules.layout import PERMISSIONS
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import PERMISSION_SPENT
from kontor.games.teutonica.rules.reasons import LEGAL, NO_PERMISSION, PAWN_ELSEWHERE


class Reach:
    """Reach without limits. [HT-PLC-1]"""

    is_limited: bool

    def __init__(self) -> None:
        self.is_limited = False

    def is_open(self, p: Position, route: int) -> bool:
        """Return whether the active seat may place or displace on the route; fast if there are no limits."""
        return not self.is_limited or self.refusal(p, route) == LEGAL

    def refusal(self, p: Position, route: int) -> int:
        """Return why the active seat may not place or displace on the route, or LEGAL."""
        return LEGAL

    def spend_permission(self, p: Position, route: int) -> None:
        """Use the permission that placing or displacing on the route needs."""

    def may_create(self, p: Position, route: int) -> bool:
        """Return whether the active seat may create the route once it is full."""
        return True


class PermissionReach(Reach):
    """Reach with a permission for closed countries, one per gateway city and turn. [HT-BRI-3, HT-BRI-4, HT-BRI-5]"""

    def __init__(self) -> None:
        self.is_limited = True

    def permission(self, p: Position, route: int) -> int:
        """Return the gateway that allows the route, the one with fewest countries first, or -1. [HT-BRI-5]"""
        for gate in range(p.board.gateways):
            if (
                p.board.gate_opens[gate] >> p.board.country[route] & 1
                and not p.cells[PERMISSIONS] >> gate & 1
                and rightmost_owner(p, p.board.gate_city[gate]) == p.active()
            ):
                return gate
        return -1

    def refusal(self, p: Position, route: int) -> int:
        return NO_PERMISSION if p.board.is_closed(route) and self.permission(p, route) < 0 else LEGAL

    def spend_permission(self, p: Position, route: int) -> None:
        if p.board.is_closed(route):
            gate = self.permission(p, route)
            p.cells[PERMISSIONS] |= 1 << gate
            p.emit(PERMISSION_SPENT, p.active(), p.board.gate_city[gate], 0)


class PawnReach(Reach):
    """Reach limited to the routes that border the pawn's province. [HT-P2P-6]"""

    def __init__(self) -> None:
        self.is_limited = True

    def refusal(self, p: Position, route: int) -> int:
        return LEGAL if p.is_beside_pawn(route) else PAWN_ELSEWHERE

    def may_create(self, p: Position, route: int) -> bool:
        return p.is_beside_pawn(route)

"""Reach: the routes on which a seat may act, limited by permissions or by the pawn."""

from __future__ import annotations

from kontor.games.teutonica.rules.cities import rightmost_owner
from kontor.games.teutonica.rules.layout import PAWN, PERMISSIONS
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import PERMISSION_SPENT
from kontor.games.teutonica.rules.reasons import LEGAL, NO_PERMISSION, PAWN_ELSEWHERE
from kontor.kernel.runtime.dialect import UInt64


class Reach:
    """Reach without limits. [HT-PLC-1]"""

    def routes(self, p: Position) -> UInt64:
        """Return the routes on which the active seat may place or displace."""
        return p.board.all_routes

    def refusal(self, p: Position, route: int) -> int:
        """Return why the active seat may not place or displace on the route, or LEGAL."""
        return LEGAL

    def spend_permission(self, p: Position, route: int) -> None:
        """Use the permission that placing or displacing on the route needs."""

    def creatable_routes(self, p: Position) -> UInt64:
        """Return the routes that the active seat may create once they are full."""
        return p.board.all_routes


class PermissionReach(Reach):
    """Reach with a permission for closed countries, one per gateway city and turn. [HT-BRI-3, HT-BRI-4, HT-BRI-5]"""

    def permits(self, p: Position, gate: int) -> bool:
        """Return whether the active seat has the permission of a gateway and has not used it. [HT-BRI-3, HT-BRI-4]"""
        return not p.cells[PERMISSIONS] >> gate & 1 and rightmost_owner(p, p.board.gate_city[gate]) == p.active()

    def permission(self, p: Position, route: int) -> int:
        """Return the gateway that allows the route, the one with fewest countries first, or -1. [HT-BRI-5]"""
        for gate in range(p.board.gateways):
            if p.board.gate_opens[gate] >> p.board.country[route] & 1 and self.permits(p, gate):
                return gate
        return -1

    def routes(self, p: Position) -> UInt64:
        found: UInt64 = p.board.routes_in[p.board.open_country]
        for gate in range(p.board.gateways):
            if self.permits(p, gate):
                found |= p.board.routes_behind[gate]
        return found

    def refusal(self, p: Position, route: int) -> int:
        return NO_PERMISSION if p.board.is_closed(route) and self.permission(p, route) < 0 else LEGAL

    def spend_permission(self, p: Position, route: int) -> None:
        if p.board.is_closed(route):
            gate = self.permission(p, route)
            p.cells[PERMISSIONS] |= 1 << gate
            p.emit(PERMISSION_SPENT, p.active(), p.board.gate_city[gate], 0)


class PawnReach(Reach):
    """Reach limited to the routes that border the pawn's province. [HT-P2P-6]"""

    def routes(self, p: Position) -> UInt64:
        return p.board.routes_beside[p.cells[PAWN] - 1]

    def refusal(self, p: Position, route: int) -> int:
        return LEGAL if p.is_beside_pawn(route) else PAWN_ELSEWHERE

    def creatable_routes(self, p: Position) -> UInt64:
        return self.routes(p)

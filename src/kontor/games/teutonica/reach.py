"""Where a seat may act: everywhere, by permission, or beside the pawn."""

from __future__ import annotations

from kontor.games.teutonica.cities import rightmost_owner
from kontor.games.teutonica.facts import PERMISSION_SPENT
from kontor.games.teutonica.layout import PERMISSIONS
from kontor.games.teutonica.reasons import LEGAL, NO_PERMISSION, PAWN_ELSEWHERE
from kontor.games.teutonica.table import Table


class Reach:
    """All routes lie open. [HT-PLC-1]"""

    is_bounded: bool

    def __init__(self) -> None:
        self.is_bounded = False

    def lies_open(self, t: Table, route: int) -> bool:
        """Whether the active seat may place or displace on the route; most boards have no bounds."""
        return not self.is_bounded or self.refusal(t, route) == LEGAL

    def refusal(self, t: Table, route: int) -> int:
        """Return why the bounds keep the active seat from placing or displacing on the route, or LEGAL."""
        return LEGAL

    def enter(self, t: Table, route: int) -> None:
        """Spend what placing or displacing on the route costs besides the action."""

    def may_create(self, t: Table, route: int) -> bool:
        """Whether the active seat may create the route, once it is full."""
        return True


class PermissionReach(Reach):
    """Closed countries need a permission, one per gateway city and turn. [HT-BRI-3, HT-BRI-4, HT-BRI-5]"""

    def __init__(self) -> None:
        self.is_bounded = True

    def permission(self, t: Table, route: int) -> int:
        """The gateway that opens the route, the most special one first, or -1. [HT-BRI-5]"""
        for gate in range(t.board.gateways):
            if (
                t.board.gate_opens[gate] >> t.board.country[route] & 1
                and not t.cells[PERMISSIONS] >> gate & 1
                and rightmost_owner(t, t.board.gate_city[gate]) == t.active()
            ):
                return gate
        return -1

    def refusal(self, t: Table, route: int) -> int:
        return NO_PERMISSION if t.board.is_closed(route) and self.permission(t, route) < 0 else LEGAL

    def enter(self, t: Table, route: int) -> None:
        if t.board.is_closed(route):
            gate = self.permission(t, route)
            t.cells[PERMISSIONS] |= 1 << gate
            t.tell(PERMISSION_SPENT, t.active(), t.board.gate_city[gate], 0)


class PawnReach(Reach):
    """Only routes bordering the pawn's province. [HT-P2P-6]"""

    def __init__(self) -> None:
        self.is_bounded = True

    def refusal(self, t: Table, route: int) -> int:
        return LEGAL if t.is_beside_pawn(route) else PAWN_ELSEWHERE

    def may_create(self, t: Table, route: int) -> bool:
        return t.is_beside_pawn(route)

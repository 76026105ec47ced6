"""Hints: the move of the computer, why it was chosen, and alternatives."""

from __future__ import annotations

from kontor.server.schemas.fields import Number, RequestBody
from kontor.server.schemas.reasons import Reason
from kontor.server.schemas.tables import LegalMove


class HintRequest(RequestBody):
    """A request for a hint, with the number of the last entry the client knows."""

    number: Number


class AlternativeMove(LegalMove):
    """A move that was considered, and its winning chance."""

    chance: float


class Hint(LegalMove):
    """The move the computer would make for the seat to move, one reason, its winning chance, and alternatives."""

    number: int
    seat: int
    reason: Reason
    chance: float | None
    others: list[AlternativeMove]

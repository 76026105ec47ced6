"""Hints: the move of the computer, why it was chosen, and alternatives."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from kontor.server.schemas.fields import Number, RequestBody
from kontor.server.schemas.tables import LegalMove


class HintRequest(RequestBody):
    """A request for a hint, with the number of the last entry the client knows."""

    number: Number


class AlternativeMove(LegalMove):
    """A move that was considered, and its winning chance."""

    chance: float


class Reason(BaseModel):
    """Why a move was chosen.

    `only-move`: there is no other. `gain`: after `turns` more turns of the seat it leads to `event`, if planners
    continue. `points`: likewise to `points` more, most of them in `line`. `prospect`: to neither so soon; of what is
    expected until the end, most is in `line`.
    """

    word: Literal["only-move", "gain", "points", "prospect"]
    line: str | None = None
    points: int | None = None
    event: dict[str, Any] | None = None
    turns: int | None = None


class Hint(LegalMove):
    """The move the computer would make for the seat to move, one reason, its winning chance, and alternatives."""

    number: int
    seat: int
    reason: Reason
    chance: float | None
    others: list[AlternativeMove]

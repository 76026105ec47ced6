"""Reasons: what a move of the computer leads to."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel


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


class StatedPlan(BaseModel):
    """What a computer seat plans, with nothing that is secret: the reason of the first move of its turn `turn`."""

    seat: int
    turn: int
    reason: Reason

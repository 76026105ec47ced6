"""Undo: back to the last moment at which a secret was revealed or another seat decided, never further."""

from __future__ import annotations

from typing import Final

from kontor.core.values import Seat
from kontor.server.errors import Forbidden, Invalid
from kontor.server.service.match import Match

NEVER: Final = "never"
OWN: Final = "own"
AGREED: Final = "agreed"
POLICIES: Final = (NEVER, OWN, AGREED)


def floor(match: Match) -> int:
    """Return the smallest length of the move line an undo may go back to: its present length if none is possible."""
    line = match.timeline.line
    seat = line.seat
    if match.over or match.table.undo == NEVER:
        return line.length
    while line.previous is not None and not line.committed and line.seat == seat:
        line = line.previous
    return line.length


def last_seat(match: Match) -> Seat | None:
    """Return the seat whose moves an undo would take back."""
    return match.timeline.line.seat


def check(match: Match, held: tuple[int, ...], length: int) -> Seat:
    """Return the seat whose moves are taken back, or reject the undo."""
    if match.table.undo == NEVER:
        raise Forbidden("The host of this table has disabled undo.")
    lowest, present = floor(match), len(match.timeline.line)
    if not lowest <= length < present:
        raise Invalid(
            f"The line of moves has length {present} and can be taken back to {lowest}, not to {length}; "
            "what was revealed or decided by others stands.",
            floor=lowest,
            length=present,
        )
    seat = last_seat(match)
    if seat is None or (seat not in held and match.table.undo == OWN):
        raise Forbidden("Only the player who made the last moves can take them back.")
    return seat

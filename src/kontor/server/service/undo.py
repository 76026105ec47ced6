"""Undo: back to the last moment at which a secret was revealed or another seat decided, never further."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from kontor.core.values import Seat
from kontor.server.errors import Forbidden, Invalid
from kontor.server.service.match import Match
from kontor.server.service.move_line import Finality

NEVER: Final = "never"
OWN: Final = "own"
AGREED: Final = "agreed"
POLICIES: Final = (NEVER, OWN, AGREED)

Limit = Finality | Literal["over", "policy"]


class Reach(NamedTuple):
    """The smallest length of the move line an undo may go back to, and why not further."""

    floor: int
    limit: Limit


def reach(match: Match) -> Reach:
    """Return how far an undo may go back: not at all if the floor is the present length."""
    line = match.timeline.line
    seat = line.seat
    if match.over:
        return Reach(line.length, "over")
    if match.table.undo == NEVER:
        return Reach(line.length, "policy")
    while line.previous is not None and line.finality is None and line.seat == seat:
        line = line.previous
    return Reach(line.length, line.finality or "others")


def reach_of(match: Match, held: tuple[int, ...], found: Reach) -> Reach:
    """Return how far the account that holds some seats may go back, or vote for it, given how far an undo may."""
    present, seat = len(match.timeline.line), last_seat(match)
    if found.floor < present and match.table.undo == OWN and seat not in held:
        return Reach(present, "others")
    return found


def last_seat(match: Match) -> Seat | None:
    """Return the seat whose moves an undo would take back."""
    return match.timeline.line.seat


def check(match: Match, held: tuple[int, ...], length: int) -> Seat:
    """Return the seat whose moves are taken back, or reject the undo."""
    if match.table.undo == NEVER:
        raise Forbidden("The host of this table has disabled undo.")
    lowest, present = reach(match).floor, len(match.timeline.line)
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

"""Undo: back to the last moment at which somebody learned something or somebody else decided, never beyond."""

from __future__ import annotations

from typing import Final

from kontor.core.game import Seat
from kontor.server.service.match import Match
from kontor.server.service.refusals import NotYours, Wrong

NEVER: Final = "never"
OWN: Final = "own"
AGREED: Final = "agreed"
POLICIES: Final = (NEVER, OWN, AGREED)


def floor(match: Match) -> int:
    """The length of the line below which no undo goes; the line's own length when nothing can be taken back."""
    line = match.course.line
    seat = line.seat
    if match.over or match.card.undo == NEVER:
        return line.length
    while line.previous is not None and not line.committed and line.seat == seat:
        line = line.previous
    return line.length


def last_seat(match: Match) -> Seat | None:
    """The seat whose moves an undo would take back."""
    return match.course.line.seat


def check(match: Match, held: tuple[int, ...], length: int) -> Seat:
    """The seat that goes back, or why it may not."""
    if match.card.undo == NEVER:
        raise NotYours("Nothing is taken back at this table: its host chose so.")
    lowest, longest = floor(match), len(match.course.line)
    if not lowest <= length < longest:
        raise Wrong(
            f"The line of moves has length {longest} and can be taken back to {lowest}, not to {length}; "
            "what was revealed or decided by others stands.",
            floor=lowest,
            length=longest,
        )
    seat = last_seat(match)
    if seat is None or (seat not in held and match.card.undo == OWN):
        raise NotYours("Only the player who made the last moves can take them back.")
    return seat

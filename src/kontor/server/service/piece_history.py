"""Since which entry every piece stands on its space, so that a new piece on a space is not taken for the old one."""

from __future__ import annotations

from kontor.core.standing_orders import StandingOrders
from kontor.server.service.match import Match
from kontor.server.service.move_line import MoveLine
from kontor.server.store.entries import SEAT, UNDO


def line_numbers(match: Match) -> list[int]:
    """Return the numbers of the entries whose moves form the move line."""
    numbers: list[int] = []
    for entry in match.entries:
        if entry.kind == UNDO:
            del numbers[entry.length or 0 :]
        elif entry.kind != SEAT:
            numbers.append(entry.number)
    return numbers


def arrivals(match: Match, standing: StandingOrders, line: MoveLine) -> dict[str, int]:
    """Return by space the entry since which its piece is there, at the end of a part of the move line.

    A number of an entry is never used again, not even after an undo, so that it identifies the piece.
    """
    game, position = match.game, line.back_to(0).position(match.game)
    contents = standing.contents(position)
    since = [0] * len(contents)
    for number, move in zip(line_numbers(match), line.moves(), strict=False):
        game.advance(position, move)
        after = standing.contents(position)
        if after != contents:
            since = [
                number if new != old else earlier for earlier, old, new in zip(since, contents, after, strict=True)
            ]
            contents = after
    return dict(zip(standing.spaces, since, strict=True))

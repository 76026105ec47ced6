"""The outcome of a game: the places and the points of its seats."""

from __future__ import annotations

from kontor.core.game import Game
from kontor.core.record import sheet_without
from kontor.core.values import PositionBytes, Seat
from kontor.server.store.entries import Outcome


def outcome_of(game: Game, position: PositionBytes, expired: Seat | None = None) -> Outcome:
    """Return the outcome of a game that ends in a position: the winners first, the others by their points.

    A seat whose time has run out is last, if that has ended the game.
    """
    sheet = game.scores(position)
    if expired is not None:
        sheet = sheet_without(sheet, expired)
    rows = enumerate(sheet.scores)
    keys = [(seat == expired, seat not in sheet.winners, -score.total) for seat, score in rows]
    places = tuple(1 + sum(other < key for other in keys) for key in keys)
    return Outcome(places, tuple(dict(score.lines) for score in sheet.scores))

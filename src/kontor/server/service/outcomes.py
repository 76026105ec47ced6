"""The outcome of a game: the places and the points of its seats."""

from __future__ import annotations

from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.server.store.entries import Outcome


def outcome_of(game: Game, position: PositionBytes) -> Outcome:
    """Return the outcome of a game that ends in a position: the winners first, the others by their points."""
    sheet = game.scores(position)
    keys = [(seat not in sheet.winners, -score.total) for seat, score in enumerate(sheet.scores)]
    places = tuple(1 + sum(other < key for other in keys) for key in keys)
    return Outcome(places, tuple(dict(score.lines) for score in sheet.scores))

"""Protects that each style of Hansa Teutonica has most of what it prefers."""

from __future__ import annotations

import pytest

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.values import PositionBytes, Seat
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import ACTIONS, MARKER_TYPES
from tests.agents.games import play

ROUNDS = 10


def after_some_rounds(game: Game, style: str, number: int) -> tuple[PositionBytes, Seat]:
    """Return a position in which one seat with a style has played some rounds among balanced ones."""
    seat = number % game.players
    names = ["greedy"] * game.players
    names[seat] = f"greedy+{style}"
    return play(game, names, number, ROUNDS * game.players)[0], seat


def seat_cells(position: PositionBytes, seat: Seat) -> PositionBytes:
    """Return the cells of a seat."""
    first = layout.SEATS + seat * layout.SEAT_SIZE
    return position[first : first + layout.SEAT_SIZE]


def preferences(game: Game, position: PositionBytes, seat: Seat) -> dict[str, int]:
    """Return what the styles prefer."""
    own = seat_cells(position, seat)
    markers = own[layout.UNUSED : layout.UNUSED + MARKER_TYPES] + own[layout.USED : layout.USED + MARKER_TYPES]
    network = game.scores(position).scores[seat].lines["network"]
    return {"rusher": own[layout.LEVELS + ACTIONS], "builder": network, "collector": sum(markers)}


@pytest.mark.parametrize("games", [6, pytest.param(12, marks=pytest.mark.soak)])
def test_every_temperament_has_most_of_what_it_strives_for(games: int) -> None:
    game = registry.game({"game": "teutonica"})
    styles = ("rusher", "builder", "collector")
    found = {
        style: [preferences(game, *after_some_rounds(game, style, number)) for number in range(games)]
        for style in (*styles, "balanced")
    }
    means = {
        style: {preference: sum(row[preference] for row in rows) for preference in styles}
        for style, rows in found.items()
    }
    for preference in styles:
        others = [means[style][preference] for style in means if style != preference]
        assert means[preference][preference] > max(others), (preference, means)

"""Styles of Hansa Teutonica: each goes its own way."""

from __future__ import annotations

from kontor.core.game import Game, PositionBytes, Seat
from kontor.core.registry import game
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import ACTIONS, MARKER_TYPES
from tests.agents.playing import play

GAMES = 12
ROUNDS = 10


def after_some_rounds(table: Game, style: str, number: int) -> tuple[PositionBytes, Seat]:
    """A position in which one seat with a style has played some rounds among balanced ones."""
    seat = number % table.players
    names = ["greedy"] * table.players
    names[seat] = f"greedy+{style}"
    return play(table, names, number, ROUNDS * table.players)[0], seat


def seat_cells(position: PositionBytes, seat: Seat) -> PositionBytes:
    """What belongs to a seat."""
    first = layout.SEATS + seat * layout.SEAT_SIZE
    return position[first : first + layout.SEAT_SIZE]


def statistics(table: Game, position: PositionBytes, seat: Seat) -> dict[str, int]:
    """What styles strive for."""
    own = seat_cells(position, seat)
    markers = own[layout.UNUSED : layout.UNUSED + MARKER_TYPES] + own[layout.USED : layout.USED + MARKER_TYPES]
    network = table.scores(position).scores[seat].lines["network"]
    return {"rusher": own[layout.LEVELS + ACTIONS], "builder": network, "collector": sum(markers)}


def test_every_temperament_has_most_of_what_it_strives_for() -> None:
    table = game({"game": "teutonica"})
    striving = ("rusher", "builder", "collector")
    found = {
        style: [statistics(table, *after_some_rounds(table, style, number)) for number in range(GAMES)]
        for style in (*striving, "balanced")
    }
    means = {style: {aim: sum(row[aim] for row in rows) for aim in striving} for style, rows in found.items()}
    for aim in striving:
        others = [means[style][aim] for style in means if style != aim]
        assert means[aim][aim] > max(others), (aim, means)

"""Temperaments of Hansa Teutonica: each goes its own way."""

from __future__ import annotations

from kontor.core.game import Game, Position, Seat
from kontor.core.registry import game
from kontor.games.teutonica import layout
from kontor.games.teutonica.pieces import ACTIONS, MARKER_TYPES
from tests.agents.playing import play

GAMES = 12
ROUNDS = 10


def after_some_rounds(table: Game, temperament: str, number: int) -> tuple[Position, Seat]:
    """A position in which one seat with a temperament has played some rounds among balanced ones."""
    seat = number % table.players
    names = ["greedy"] * table.players
    names[seat] = f"greedy+{temperament}"
    return play(table, names, number, ROUNDS * table.players)[0], seat


def seat_cells(position: Position, seat: Seat) -> Position:
    """What belongs to a seat."""
    first = layout.SEATS + seat * layout.SEAT_SIZE
    return position[first : first + layout.SEAT_SIZE]


def traits(table: Game, position: Position, seat: Seat) -> dict[str, int]:
    """What temperaments strive for."""
    own = seat_cells(position, seat)
    markers = own[layout.UNUSED : layout.UNUSED + MARKER_TYPES] + own[layout.USED : layout.USED + MARKER_TYPES]
    network = table.scores(position).scores[seat].lines["network"]
    return {"rusher": own[layout.LEVELS + ACTIONS], "builder": network, "collector": sum(markers)}


def test_every_temperament_has_most_of_what_it_strives_for() -> None:
    table = game({"game": "teutonica"})
    striving = ("rusher", "builder", "collector")
    found = {
        temperament: [traits(table, *after_some_rounds(table, temperament, number)) for number in range(GAMES)]
        for temperament in (*striving, "balanced")
    }
    means = {
        temperament: {aim: sum(row[aim] for row in rows) for aim in striving} for temperament, rows in found.items()
    }
    for aim in striving:
        others = [means[temperament][aim] for temperament in means if temperament != aim]
        assert means[aim][aim] > max(others), (aim, means)

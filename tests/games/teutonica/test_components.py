"""The tables that clients draw are those that the rules use."""

from __future__ import annotations

from kontor.games.teutonica.components import components
from kontor.games.teutonica.rules import pieces
from kontor.games.teutonica.rules.pieces import ABILITY_IDS
from kontor.games.teutonica.setup import EDITIONS, marker_mix

VALUES = {
    "keys": pieces.keys_value,
    "actions": pieces.actions_value,
    "book": pieces.book_value,
    "bank": pieces.bank_value,
}


def test_abilities_have_a_value_for_every_level() -> None:
    described = components()["abilities"]
    levels = {name: pieces.highest_level(number) + 1 for number, name in enumerate(ABILITY_IDS)}
    assert {name: len(values) for name, values in described.items()} == levels
    for name, value in VALUES.items():
        used = [value(level) for level in range(levels[name])]
        assert described[name] == ([*used[:-1], "all"] if name == "bank" else used)
    assert pieces.bank_value(pieces.BANK_HIGHEST) == pieces.TRADERS_PER_COLOUR + pieces.MERCHANTS_PER_COLOUR


def test_fees_are_those_of_displacing() -> None:
    fees = components()["displacement_fees"]
    assert list(fees.values()) == [pieces.displacement_fee(kind) for kind in range(pieces.KINDS)]


def test_markers_stand_at_their_numbers_in_every_table() -> None:
    for number, marker in enumerate(pieces.MARKER_IDS):
        assert getattr(pieces, marker.upper().replace("-", "_")) == number
    assert set(pieces.PROMO_MARKERS) <= set(pieces.MARKER_IDS)


def test_every_marker_names_the_editions_that_have_it() -> None:
    described = components()["markers"]
    for edition in EDITIONS:
        named = {marker for marker, about in described.items() if edition in about["editions"]}
        assert named == set(marker_mix(edition))

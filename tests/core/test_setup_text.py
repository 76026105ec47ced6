"""Protects setups as text: what is written is read back as the same setup, a wrong text is rejected with a hint."""

from __future__ import annotations

from typing import Any

import pytest

from kontor.core import registry
from kontor.core.setup_text import parse_setup, setup_text
from kontor.core.values import SetupError

SETUPS = [setup for name in ("teutonica", "hansa") for setup in registry.game_type(name).configurations()]
PROMOS = {
    "additional-post": 4,
    "exchange-posts": 3,
    "develop-ability": 2,
    "actions-3": 2,
    "actions-4": 2,
    "move-3": 2,
}
UNUSUAL: list[dict[str, Any]] = [
    {"game": "hansa", "players": 2, "start_player": 1, "modules": ["extra-card"], "switches": {"ties": "everybody"}},
    {
        "game": "teutonica",
        "board": "east-3-5",
        "modules": ["emperors-favour"],
        "switches": {"favour_all_boards": True},
    },
    {"game": "teutonica", "modules": ["promo-markers"], "markers": PROMOS},
    {"game": "teutonica", "switches": {"income": "exact", "marker_facing": "down", "exchange_needs_own": False}},
]
WRONG = [
    ("", "a setup must name a game: hansa"),
    ("players=3", "a setup must name a game: hansa"),
    ("teutonca players=3", "game 'teutonca' is unknown; it may be hansa, teutonica. Did you mean 'teutonica'?"),
    ("teutonica players", "'players' is no field with a value; write it as in 'players=3'"),
    ("teutonica players=", "'players=' is no field with a value"),
    ("teutonica switches.=3", "'switches.=3' is no field with a value"),
    ("teutonica players=3 players=4", "has the field 'players' twice"),
    ("teutonica game=hansa", "has the field 'game' twice"),
    ("teutonica switches=3 switches.income=exact", "has the field 'switches.income' twice"),
    ("teutonica modules=mission-cards,", "'modules' has an empty name"),
]
MISSPELT = [
    ("teutonica edition=bigbox", "Did you mean 'big-box'?"),
    ("teutonica board=hansa-4-5", "Did you mean 'hanse-4-5'?"),
    ("teutonica modules=mission-card", "Did you mean 'mission-cards'?"),
    ("teutonica switches.incom=exact", "Did you mean 'income'?"),
    ("teutonica switches.income=exactly", "Did you mean 'exact'?"),
    ("teutonica player=4", "Did you mean 'players'?"),
    ("teutonica modules=promo-markers markers.tribut=2", "Did you mean 'tribute'?"),
    ("hansa modules=extracard", "Did you mean 'extra-card'?"),
    ("hansa players=9", "players 9 is unknown; it may be 2, 3, 4."),
]


def test_every_setup_is_read_as_it_was_written() -> None:
    for setup in [*SETUPS, *UNUSUAL]:
        resolved = registry.game_type(setup["game"]).resolve(setup)
        text = setup_text(resolved)
        assert registry.game_type(setup["game"]).resolve(parse_setup(text)) == resolved
        assert setup_text(parse_setup(text)) == text


def test_defaults_are_left_out() -> None:
    game_type = registry.game_type("teutonica")
    short = "teutonica edition=big-box board=hanse-4-5 players=4"
    assert setup_text(game_type.resolve({})) == short
    assert setup_text(game_type.resolve({"switches": {"income": "exact"}})) == f"{short} switches.income=exact"
    assert setup_text({"game": "teutonica", "modules": ["promo-markers"]}) == "teutonica modules=promo-markers"


def test_values_have_their_types() -> None:
    text = "teutonica players=3 modules=mission-cards switches.favour_all_boards=yes markers.block=2"
    assert parse_setup(text) == {
        "game": "teutonica",
        "players": 3,
        "modules": ["mission-cards"],
        "switches": {"favour_all_boards": True},
        "markers": {"block": 2},
    }


@pytest.mark.parametrize(("text", "problem"), WRONG)
def test_a_wrong_text_is_rejected(text: str, problem: str) -> None:
    with pytest.raises(SetupError) as raised:
        parse_setup(text)
    assert problem in str(raised.value)


@pytest.mark.parametrize(("text", "problem"), MISSPELT)
def test_a_misspelt_name_gets_a_suggestion(text: str, problem: str) -> None:
    with pytest.raises(SetupError) as raised:
        registry.game(parse_setup(text))
    assert str(raised.value).endswith(problem)


def test_a_value_that_is_no_word_is_not_written() -> None:
    with pytest.raises(SetupError, match="use JSON"):
        setup_text({"game": "teutonica", "board": "my board"})

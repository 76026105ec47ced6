"""Protects positions as text: each is read back with equal bytes, is short, and a wrong text is rejected clearly."""

from __future__ import annotations

import copy
import json
import pickle
from statistics import median

import pytest

import kontor
from kontor.core import registry
from kontor.core.game import Game
from kontor.core.position_text import parse_position, parse_state, position_content, position_text, state_text
from kontor.core.state import State
from kontor.core.values import PositionBytes, SetupError
from kontor.kernel.runtime.errors import PositionError
from tests.core.nim import Nim
from tests.core.varied_positions import PER_GAME, every_setup, varied_positions

SYNTAX = [
    ("active", "'active' is no field with a value; write it as in 'active=1'"),
    ("=1", "'=1' is no field with a value"),
    ("active=", "'active' has a text that ends too early"),
    ("active=1 active=2", "'active' is written twice"),
    ("active=1,2", "'active' has ',' after its value"),
    ("east_west_done=[1,2", "'east_west_done' has a text that ends too early"),
    ("east_west_done=[1:2]", "'east_west_done' has ':' where another value is expected"),
    ("east_west_done=[,]", "'east_west_done' has ',' where another value is expected"),
    ("score=0:1,0:2", "'score' names '0' twice"),
    ("score=0:1,", "'score' has a text that ends too early"),
    ("score=0:1,[]:2", "'score' has '[' where a name and ':' are expected"),
    ("score=.1:1", "'score' has '.1', but no key with a dot before it"),
    ("score=" + "[" * 10_000, "'score' has more than 8 brackets inside each other"),
    ("x" * 10_000, "…' is no field with a value"),
]


def assert_round_trips(count: int, seed: int, per_game: int = PER_GAME) -> list[str]:
    """Check that states survive text, JSON, pickling and copying, and return the texts."""
    texts = []
    for game, position in varied_positions(count, seed, per_game):
        texts.append(state_text(game, position))
        same, read = parse_state(texts[-1])
        assert (same.setup, read) == (game.setup, position), texts[-1]
        assert_state_round_trips(State(game, position, chance="manual"))
    return texts


def assert_state_round_trips(state: State) -> None:
    """Check that a state survives JSON, pickling and copying."""
    texts = [json.dumps(state.json()), state.record().text()]
    copies = [pickle.loads(pickle.dumps(state)), copy.deepcopy(state), state.copy()]
    for other in (*(kontor.parse(text, chance="manual") for text in texts), *copies):
        assert other == state
        assert other.game == state.game


def test_states_are_read_as_they_were_written() -> None:
    texts = assert_round_trips(len(every_setup()), seed=1, per_game=1)
    assert median(map(len, texts)) < 1000
    assert max(map(len, texts)) < 2000
    assert sum("pending=" in text for text in texts) > 20
    assert sum("missions=" in text and "?" in text for text in texts) > 1


@pytest.mark.soak
def test_ten_thousand_states_are_read_as_they_were_written() -> None:
    assert_round_trips(10_000, seed=2)


@pytest.fixture(scope="module")
def game() -> Game:
    return registry.game({"game": "teutonica"})


def played(game: Game, *moves: str) -> PositionBytes:
    """Return the position after the default start and some moves."""
    position = game.read_position({})
    for move in moves:
        game.advance(position, game.parse_move(move))
    return position


def test_the_text_of_a_position_names_what_differs_from_the_start(game: Game) -> None:
    assert position_text(game, game.read_position({})) == ""
    position = played(game, "place bremen--minden.1 t", "place bremen--minden.2 m", "end-turn", "income 1 0")
    assert position_text(game, position) == (
        "active=1 actions=1 acted=yes spaces=bremen--minden.1:0t,.2:0m supply=0:[4,0],1:[7,1]"
    )


def test_the_text_of_a_state_begins_with_its_setup(game: Game) -> None:
    text = state_text(game, played(game, "place bremen--minden.1 t"))
    assert text.startswith("teutonica edition=big-box board=hanse-4-5 players=4 | actions=1 acted=yes spaces=")
    start = "teutonica edition=big-box board=hanse-4-5 players=4 |"
    assert parse_state(start)[1] == game.read_position({})


def test_values_have_their_types() -> None:
    text = "a=yes b=no c=- d=12 e=nt f=[] g={} h=x.1:{y:1,z:[-,0m]},.2:? i=[2,[1,t,extra]] j=-1"
    assert position_content(text) == {
        "a": True,
        "b": False,
        "c": None,
        "d": 12,
        "e": ["n", "t"],
        "f": [],
        "g": {},
        "h": {"x.1": {"y": 1, "z": [None, [0, "m"]]}, "x.2": "?"},
        "i": [2, [1, "t", "extra"]],
        "j": -1,
    }


@pytest.mark.parametrize(("text", "problem"), SYNTAX)
def test_a_wrong_text_is_rejected(game: Game, text: str, problem: str) -> None:
    with pytest.raises(PositionError) as raised:
        parse_position(game, text)
    assert problem in str(raised.value)
    assert len(str(raised.value)) < 200


def test_a_state_needs_a_setup_and_a_position() -> None:
    with pytest.raises(PositionError, match=r"written as 'SETUP \| POSITION', not as 'teutonica'"):
        parse_state("teutonica")
    with pytest.raises(SetupError, match="Did you mean 'teutonica'"):
        parse_state("teutonca | active=1")


def test_a_game_without_a_default_position_writes_every_field() -> None:
    nim = Nim({"players": 2})
    text = position_text(nim, nim.start())
    assert text.startswith("cells=[")
    assert parse_position(nim, text) == nim.start()


def test_a_value_that_is_no_word_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    nim = Nim({"players": 2})
    monkeypatch.setattr(nim, "position_json", lambda position: {"cells": "two words"})
    with pytest.raises(PositionError, match="cannot be written as text"):
        position_text(nim, nim.start())

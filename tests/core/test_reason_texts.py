"""Protects the reasons of illegal moves: facts become words, and the error is a sentence that can be pickled."""

from __future__ import annotations

import pickle

import pytest

from kontor.core import registry
from kontor.core.notation import UnknownMove
from kontor.core.reason_texts import fact_text
from kontor.core.values import IllegalMove, Refusal


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("owner", 2, "seat 2"),
        ("owner", "n", "the neutral player"),
        ("to_move", "chance", "chance"),
        ("owner", None, "none"),
        ("kind", "t", "trader"),
        ("supply", 3, "3"),
        ("tile", ["orange", 2], "orange-2"),
        ("sale", [["orange", 2], ["red", 1]], "orange-2, red-1"),
        ("sale", [], "nothing"),
        ("begun", True, "yes"),
    ],
)
def test_a_fact_is_written_as_words(name: str, value: object, words: str) -> None:
    assert fact_text(name, value) == words


def test_an_illegal_move_says_why() -> None:
    game = registry.game({"game": "teutonica"})
    position = game.read_position({"spaces": {"bremen--minden.1": [2, "t"]}})
    with pytest.raises(IllegalMove) as raised:
        game.advance(position, game.parse_move("place bremen--minden.1 t"))
    sentence = "the space bremen--minden.1 is occupied by seat 2 [HT-PLC-1]."
    assert str(raised.value) == f"'place bremen--minden.1 t' is not legal: {sentence}"


def test_a_refusal_without_a_reason_names_its_rule() -> None:
    assert str(IllegalMove("stop", Refusal("NIM-1"))) == "'stop' is not legal here [NIM-1]."


@pytest.mark.parametrize(
    "error", [IllegalMove("stop", Refusal("NIM-1", {"piles": 3}, "no")), UnknownMove("'stp'", "unknown.")]
)
def test_the_errors_of_moves_can_be_pickled(error: Exception) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), vars(copy)) == (str(error), vars(error))

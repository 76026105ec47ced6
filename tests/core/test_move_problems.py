"""Protects the errors about moves that do not exist: each says what is wrong and names the nearest, in few words."""

from __future__ import annotations

from typing import Any

import pytest

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.notation import UnknownMove

TEXTS = [
    ("plce bremen--minden.1 t", "the verb 'plce' is unknown. Did you mean 'place'?"),
    ("place bremen--mindn.1 t", "'bremen--mindn.1' is no value of 'space'. Did you mean 'bremen--minden.1'?"),
    ("place minden--bremen.1 t", "'minden--bremen.1' is no value of 'space'. Did you mean 'bremen--minden.1'?"),
    ("create Osnabrück--Bremen", "'Osnabrück--Bremen' is no value of 'route'. Did you mean 'bremen--osnabruck'?"),
    ("place bremen--minden.1 x", "'x' is no value of 'kind'; it may be t or m."),
    ("place bremen--minden.1 t 9", "'9' is no value of 'fee_merchants'; it may be 0, 1 or 2."),
    ("use exchange-post dortmund 0", "'exchange-post' is no value of 'marker'. Did you mean 'exchange-posts'?"),
    ("use exchange-posts dortmnd 0", "'dortmnd' is no value of 'city'. Did you mean 'dortmund'?"),
    ("reward post Köln", "'Köln' is no value of 'post'. Did you mean 'coellen'?"),
    ("reward pst dortmund", "Did you mean 'post'?"),
    (
        "reward ability dortmund",
        "'dortmund' is no value of 'ability'; it may be keys, actions, privilege, book",
    ),
    ("end-turn now", "'end-turn' takes no field ('end-turn')."),
    ("use actions-3 now", "'use' takes marker ('use actions-3')."),
    ("displace bremen--minden.1", "'displace' takes space, kind and fee_merchants ('displace arnheim--"),
    ("chance ?", "'?' is no value of 'marker', 'tile' or 'card'. 'chance' takes marker, tile or card."),
    ("", "it must begin with a verb: income, place"),
]
OBJECTS: list[tuple[dict[str, Any], str]] = [
    ({"do": "plce"}, "Did you mean 'place'?"),
    ({"do": ["place"]}, "it must begin with a verb"),
    ({"do": "place", "spce": "x", "kind": "t"}, "'place' has no field 'spce'. Did you mean 'space'?"),
    ({"do": "create"}, '\'create\' takes route (\'{"do": "create", "route": "arnheim--'),
    ({"do": "create", "route": "Minden--Bremen"}, "Did you mean 'bremen--minden'?"),
    ({"do": "income", "traders": "1", "merchants": 0}, "'\"1\"' is no value of 'traders'"),
    ({"do": "reward", "nothing": False}, "'false' is no value of 'nothing'; it may be true."),
]


@pytest.fixture(scope="module")
def game() -> Game:
    return registry.game({"game": "teutonica"})


@pytest.mark.parametrize(("text", "problem"), TEXTS)
def test_a_text_is_answered_with_what_is_wrong(game: Game, text: str, problem: str) -> None:
    with pytest.raises(UnknownMove) as raised:
        game.parse_move(text)
    assert str(raised.value).startswith(f"{text!r} names no move of this game: ")
    assert problem in str(raised.value)


@pytest.mark.parametrize(("content", "problem"), OBJECTS)
def test_an_object_is_answered_with_what_is_wrong(game: Game, content: dict[str, Any], problem: str) -> None:
    with pytest.raises(UnknownMove) as raised:
        game.parse_move_json(content)
    assert problem in str(raised.value)


def test_a_tile_is_suggested_in_the_form_of_the_move() -> None:
    hansa = registry.game({"game": "hansa"})
    with pytest.raises(UnknownMove, match="Did you mean 'orange-2'"):
        hansa.parse_move("buy orang-2")
    with pytest.raises(UnknownMove, match=r"Did you mean '\[\"orange\", 2\]'"):
        hansa.parse_move_json({"do": "buy", "tile": ["orang", 2]})


@pytest.mark.parametrize("text", ["x" * 10**6, "place " + "x" * 10**6, "place bremen--minden.1 " + "t " * 10**5])
def test_a_long_text_gets_a_short_answer(game: Game, text: str) -> None:
    with pytest.raises(UnknownMove) as raised:
        game.parse_move(text)
    assert len(str(raised.value)) < 500


def test_a_huge_object_gets_a_short_answer(game: Game) -> None:
    content = {"do": "place", "space": "x" * 10**6, "kind": ["t"] * 10**5, "y" * 10**6: 10**5000}
    for fields in (("space", "kind"), tuple(content)[1:]):
        with pytest.raises(UnknownMove) as raised:
            game.parse_move_json({"do": "place"} | {name: content[name] for name in fields})
        assert len(str(raised.value)) < 500


def test_the_name_of_a_field_may_precede_its_value(game: Game) -> None:
    assert game.parse_move("place space bremen--minden.1 kind t") == game.parse_move("place bremen--minden.1 t")

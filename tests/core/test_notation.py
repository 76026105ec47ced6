"""Protects the notation of moves: texts and objects are parsed as the move from which they were made."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kontor.core.notation import Block, MoveList, UnknownMove, Value, equal_rows, text_of

MOVES = MoveList(
    [
        Block("place", "place", ("space", "kind"), [(f"a--b.{n}", kind) for n in range(1, 4) for kind in "tm"]),
        Block("blocked", "place", ("space", "kind", "fee"), [("a--b.1", "t", fee) for fee in range(3)]),
        Block("none", "never", ("city",), []),
        Block("post", "reward", ("post",), [("a",), ("b",)], named=True),
        Block("extra", "reward", ("extra_post", "kind"), [("a", "t"), ("a", "m")], named=True),
        Block("nothing", "reward", ("nothing",), [(True,)], named=True),
        Block("react", "react", ("take",), [(True,), (False,)]),
        Block("numbers", "react", ("count",), [(2,), (3,)]),
        Block("buy", "buy", ("tile", "markers"), [("x", ["a", "b"]), ("x", ["a", "a"])]),
        Block("stop", "stop", (), [()]),
    ]
)

every_move = st.integers(0, MOVES.size - 1)


@given(every_move)
def test_a_text_is_parsed_as_its_move(move: int) -> None:
    assert MOVES.parse(MOVES.text(move)) == move


@given(every_move)
def test_an_object_is_parsed_as_its_move(move: int) -> None:
    assert MOVES.parse_json(json.loads(json.dumps(MOVES.json(move)))) == move


@given(every_move, st.lists(st.sampled_from([" ", "  ", "\t"]), min_size=6, max_size=6))
def test_whitespace_does_not_matter(move: int, gaps: list[str]) -> None:
    words = MOVES.text(move).split()
    loose = "".join(gap + word for gap, word in zip(gaps, words, strict=False))
    assert MOVES.parse(loose) == move


@given(st.text())
def test_any_other_text_is_rejected(text: str) -> None:
    known = {MOVES.text(move) for move in range(MOVES.size)}
    try:
        move = MOVES.parse(text)
    except UnknownMove:
        assert " ".join(text.split()) not in known
    else:
        assert 0 <= move < MOVES.size


@given(
    st.dictionaries(
        st.sampled_from(["do", "space", "kind", "post", "take", "nothing"]),
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.lists(st.text())),
    )
)
def test_any_other_object_is_rejected(content: dict[str, object]) -> None:
    if content not in [MOVES.json(move) for move in range(MOVES.size)]:
        with pytest.raises(UnknownMove):
            MOVES.parse_json(content)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("place a--b.2 m", {"do": "place", "space": "a--b.2", "kind": "m"}),
        ("place a--b.1 t 2", {"do": "place", "space": "a--b.1", "kind": "t", "fee": 2}),
        ("reward post b", {"do": "reward", "post": "b"}),
        ("reward extra_post a m", {"do": "reward", "extra_post": "a", "kind": "m"}),
        ("reward nothing", {"do": "reward", "nothing": True}),
        ("react yes", {"do": "react", "take": True}),
        ("react 3", {"do": "react", "count": 3}),
        ("buy x a,b", {"do": "buy", "tile": "x", "markers": ["a", "b"]}),
        ("stop", {"do": "stop"}),
    ],
)
def test_both_forms_of_a_move(text: str, content: dict[str, object]) -> None:
    move = MOVES.parse(text)
    assert MOVES.json(move) == content
    assert MOVES.text(MOVES.parse_json(content)) == text


@pytest.mark.parametrize("text", ["place space a--b.2 kind m", "place a--b.2 kind m"])
def test_field_names_may_precede_their_values(text: str) -> None:
    assert MOVES.text(MOVES.parse(text)) == "place a--b.2 m"


def test_one_is_not_true() -> None:
    assert not equal_rows((1,), (True,))
    with pytest.raises(UnknownMove):
        MOVES.parse_json({"do": "reward", "nothing": 1})


@pytest.mark.parametrize(("value", "text"), [(True, "yes"), (False, "no"), (7, "7"), (["a", "b"], "a,b"), ("x", "x")])
def test_values_as_text(value: Value, text: str) -> None:
    assert text_of(value) == text


def test_blocks_are_numbered_one_after_the_other() -> None:
    assert MOVES.first["none"] == MOVES.first["post"] == 9
    assert MOVES.first["stop"] == MOVES.size - 1

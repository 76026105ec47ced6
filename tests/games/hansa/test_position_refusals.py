"""Protects the position reader: impossible positions are rejected with a sentence, and no data breaks it."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kontor.kernel.runtime.errors import PositionError
from kontor.kernel.seats import GAME_OVER
from tests.games.hansa.walks import CONFIGURATIONS, Content, game, walk

RED = ["red", 1]
PAIR = [["red", 1], ["red", 2]]
SELLING = {"ship": "riga", "posts": {"riga": {"0": 1}}, "held": {"0": PAIR}}
FOUR = [["red", 1], ["red", 2], ["green", 1], ["green", 2]]

REFUSED: list[tuple[str, Any, str]] = [
    ("position", [], "object"),
    ("position", {1: 2}, "object"),
    ("city", {"city": 1}, "no field"),
    ("phase", {"phase": "income"}, "no phase"),
    ("phase", {"phase": None}, "no phase"),
    ("active", {"active": 3}, "no seat"),
    ("active", {"active": True}, "no seat"),
    ("active", {"active": "0"}, "no seat"),
    ("active", {"phase": "placement", "start_player": 0, "active": 1}, "H-PLACE-1"),
    ("active", {"phase": "finished", "start_player": 0, "active": 1}, "H-END-2"),
    ("active", {"phase": "setup", "active": 1}, "H-CMD-1"),
    ("start_player", {"start_player": None}, "no seat"),
    ("start_player", {"phase": "setup", "start_player": 1}, "H-CMD-1"),
    ("round", {"round": 0}, "whole number"),
    ("round", {"round": 2, "turn": 3}, "H-TURN-1"),
    ("round", {"phase": "placement", "round": 2}, "H-STATE-3"),
    ("turn", {"turn": 10**5000}, "huge"),
    ("turn", {"active": 0, "turn": 2}, "H-TURN-1"),
    ("turn", {"phase": "setup", "turn": 2}, "H-STATE-3"),
    ("placed", {"placed": 3}, "H-STATE-3"),
    ("placed", {"phase": "placement", "placed": 1}, "H-PLACE-1"),
    ("placed", {"phase": "placement", "placed": 9}, "whole number"),
    ("ship", {"ship": "atlantis"}, "no port"),
    ("acted", {"acted": 1}, "true or false"),
    ("acted", {"phase": "restock", "acted": True}, "H-ACT-6"),
    (
        "acted",
        {"phase": "losses", "acted": False, "held": {"1": PAIR}, "pending_losses": [[1, "red"]]},
        "H-ACT-4",
    ),
    ("warehouses", {"warehouses": {"atlantis": []}}, "no port"),
    ("warehouses", {"warehouses": {"kalmar": [RED, RED]}}, "list of 2"),
    ("warehouses", {"warehouses": {"kalmar": [["red", 4]]}}, "1 to 3"),
    ("warehouses", {"warehouses": {"kalmar": [["red"]]}}, "colour and barrels"),
    ("warehouses", {"warehouses": {"kalmar": ["red-1"]}}, "list"),
    ("warehouses", {"phase": "setup", "warehouses": {"tonsberg": [RED, None]}}, "H-CMD-1"),
    (
        "warehouses",
        {"phase": "setup", "removed_colours": ["pink"], "start_player": 0, "warehouses": {"riga": [RED]}},
        "H-SETUP-3",
    ),
    ("piles", {"piles": [1, 2, 3]}, "H-BOARD-7"),
    ("piles", {"piles": [1, 2, 3, 4, 5, 6]}, "list of 6"),
    ("piles", {"piles": [9, 9, 0, 9, 9]}, "H-INV-4"),
    ("piles", {"piles": [20, 20, 20, 20, 20]}, "H-INV-3"),
    ("piles", {"piles": [-1, 0, 0, 0, 5]}, "whole number"),
    ("piles", {"piles": [0, 0, 0, 0, 3], "bag": [["red", 1, 2]]}, "H-STATE-6"),
    ("piles", {"piles": [1, 1, 1, 1, 1], "out": []}, "H-INV-3"),
    ("bag", {"bag": [["red", 1, 5]]}, "H-INV-3"),
    ("bag", {"bag": [["red", 1]]}, "how many"),
    ("bag", {"bag": [["red", 1, 2]], "out": []}, "H-INV-3"),
    ("bag", {"bag": {"red": 1}}, "list"),
    ("out", {"out": [["red", 1, 9]]}, "H-INV-3"),
    ("posts", {"posts": {"riga": {"0": 16}}}, "0 to 15"),
    ("posts", {"posts": {"riga": {"0": 8}, "reval": {"0": 8}}}, "H-INV-2"),
    ("posts", {"posts": {"riga": {"3": 1}}}, "no seat"),
    ("posts", {"posts": {"riga": 4}}, "object"),
    ("posts", {"phase": "placement", "posts": {"riga": {"0": 3}}}, "H-PLACE-1"),
    ("posts", {"phase": "placement", "start_player": 0, "posts": {"riga": {"1": 2}}}, "H-PLACE-1"),
    ("posts", {"phase": "placement", "posts": {"copenhagen": {"0": 2}}}, "H-PLACE-2"),
    ("posts", {"phase": "setup", "posts": {"riga": {"0": 2}}}, "H-CMD-1"),
    ("thalers", {"thalers": {"0": -1}}, "whole number"),
    ("thalers", {"thalers": {"0": 41}}, "whole number"),
    ("thalers", {"thalers": {"x": 1}}, "no seat"),
    ("thalers", {"phase": "tax", "thalers": {"0": 4}, "held": {"0": FOUR}}, "H-TAX-1"),
    ("held", {"held": {"0": [RED] * 5}}, "H-INV-3"),
    ("held", {"held": {"0": [RED] * 300}}, "list of 300"),
    ("held", {"held": {"0": [RED]}, "removed_colours": ["red"]}, "H-SETUP-1"),
    ("held", {"phase": "tax", "held": {"0": FOUR[:3]}}, "H-DEC-5"),
    ("held", {"phase": "setup", "held": {"0": [RED]}}, "H-CMD-1"),
    ("sold", {"sold": [RED]}, "object"),
    ("sale", {"sale": [RED]}, "H-SELL-1"),
    ("sale", {**SELLING, "sale": [["red", 3]]}, "H-SELL-2"),
    ("sale", {**SELLING, "held": {"0": PAIR[:1]}, "sale": PAIR[:1]}, "H-SELL-2"),
    ("sale", {**SELLING, "sale": PAIR}, "H-CMD-3"),
    ("sale", {**SELLING, "sale": PAIR[:1], "acted": True}, "H-ACT-4"),
    ("sale", {"phase": "placement", "sale": [RED]}, "H-ACT-4"),
    ("end_triggered", {"end_triggered": 3}, "no seat"),
    ("end_triggered", {"phase": "setup", "end_triggered": 0}, "H-CMD-1"),
    ("removed_colours", {"removed_colours": []}, "H-SETUP-1"),
    ("removed_colours", {"removed_colours": ["red", "green"]}, "list of 2"),
    ("removed_colours", {"removed_colours": ["black"]}, "no colour"),
    (
        "removed_colours",
        {"held": {"0": [[c, 1] for c in ("orange", "brown", "red", "green", "blue", "pink")]}},
        "H-SETUP-1",
    ),
    ("pending_losses", {"pending_losses": [[1, "red"]]}, "H-STATE-10"),
    ("pending_losses", {"phase": "losses"}, "H-STATE-10"),
    ("pending_losses", {"phase": "losses", "pending_losses": [[1, "red"]]}, "H-LOSS-1"),
    ("pending_losses", {"phase": "losses", "pending_losses": [[0, "red"]]}, "H-LOSS-2"),
    ("pending_losses", {"phase": "losses", "pending_losses": [[1]]}, "seat and colour"),
    ("pending_losses", {"phase": "losses", "pending_losses": [[1, ["red"]]]}, "no colour"),
]


@pytest.mark.parametrize(("field", "content", "reason"), REFUSED)
def test_an_impossible_position_is_rejected(field: str, content: Any, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        game({"players": 3}).read_position(content)
    sentence = str(caught.value)
    assert sentence.startswith(f"position: '{field}' ")
    assert reason in sentence
    assert sentence.endswith((".", "?"))
    assert len(sentence) < 200


def test_a_start_player_other_than_that_of_the_setup_is_rejected() -> None:
    with pytest.raises(PositionError, match="H-SETUP-7"):
        game({"players": 3, "start_player": 1}).read_position({"start_player": 0})


def read_or_reject(content: Any, setup: Content) -> None:
    """Read a position, which may be rejected; an accepted one can be written, scored and played."""
    played = game(setup)
    try:
        position = played.read_position(content)
    except PositionError:
        return
    assert played.read_position(played.position_json(position)) == position
    assert bool(played.legal_moves(position)) == (played.to_move(position) != GAME_OVER)
    played.scores(position)
    played.play_out(position, 1, ["uniform"] * played.players, played.turn(position) + 40)
    assert played.read_position(played.position_json(position)) == position


WRITTEN = game({"players": 3}).position_json(game({"players": 3}).start())
FIELDS = [*sorted(WRITTEN), "sale", "placed"]
TEXTS = ["red", "orange", "pink", "riga", "danzig", "0", "1", "2", "setup", "placement", "restock", "reveal"]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 20),
    st.just(10**400),
    st.floats(),
    st.sampled_from([*TEXTS, "actions", "losses", "tax", "finished", ""]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(TEXTS), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4), st.sampled_from(CONFIGURATIONS))
def test_no_data_breaks_the_reader(content: Content, setup: Content) -> None:
    read_or_reject(content, setup)


def corrupt(value: Any, chooser: random.Random) -> Any:
    """Return a value with one part of it changed."""
    if isinstance(value, dict) and value:
        key = chooser.choice(sorted(value))
        changed = {**value, key: corrupt(value[key], chooser)}
        if chooser.random() < 0.2:
            del changed[key]
        return changed
    if isinstance(value, list) and value:
        at = chooser.randrange(len(value))
        return [*value[:at], corrupt(value[at], chooser), *value[at + 1 :]]
    return chooser.choice([0, 1, 2, 5, -1, None, True, "red", "riga", "losses", "tax", [], {}, 1.5, ["red", 1]])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_corrupted_positions_of_a_game_are_read_or_rejected(players: int) -> None:
    chooser = random.Random(players)
    played = game({"players": players})
    for position, _ in walk(played, players):
        read_or_reject(corrupt(played.position_json(position), chooser), {"players": players})

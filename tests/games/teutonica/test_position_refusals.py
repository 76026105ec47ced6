"""Impossible positions are rejected with a reason, whatever data they contain."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kontor.games.teutonica.game import Teutonica
from kontor.kernel.runtime.errors import PositionError
from kontor.kernel.seats import GAME_OVER
from tests.games.teutonica.walks import (
    BRITANNIA,
    CARDS,
    EAST,
    EVERY_SETUP,
    FAVOURS,
    HANSE,
    NEUTRAL,
    PAWN,
    PROMOS,
    Content,
    Setup,
    assert_round_trip,
    game,
    random_walk,
    takes_traders,
    through_text,
)
from tests.marks import case


def refusal(content: Any, setup: Setup = HANSE) -> str:
    """Return the reason with which a position is rejected."""
    with pytest.raises(PositionError) as caught:
        game(setup).read_position(content)
    return str(caught.value)


TASK = "pending"
REFUSED: list[tuple[str, Setup, Any, str]] = [
    ("position", HANSE, [], "object"),
    ("position", HANSE, {1: 2}, "keys"),
    ("city", HANSE, {"city": 1}, "no field"),
    ("active", HANSE, {"active": 4}, "seat"),
    ("active", HANSE, {"active": True}, "seat"),
    ("active", HANSE, {"active": "0"}, "seat"),
    ("actions", HANSE, {"actions": -1}, "whole number"),
    ("actions", HANSE, {"actions": 256}, "whole number"),
    ("actions", HANSE, {"actions": 1.0}, "whole number"),
    ("turn", HANSE, {"turn": 0}, "65535"),
    ("turn", HANSE, {"turn": 10**5000}, "huge"),
    ("acted", HANSE, {"acted": 1}, "true or false"),
    ("begun", HANSE, {"begun": None}, "true or false"),
    ("spaces", HANSE, {"spaces": {"bremen--osnabruck.9": [0, "t"]}}, "no space"),
    ("spaces", HANSE, {"spaces": {"bremen--osnabruck.1": [4, "t"]}}, "no seat"),
    ("spaces", HANSE, {"spaces": {"bremen--osnabruck.1": [0, "x"]}}, "kind"),
    ("spaces", HANSE, {"spaces": {"bremen--osnabruck.1": [0]}}, "seat and kind"),
    ("spaces", HANSE, {"spaces": {"bremen--osnabruck.1": "0t"}}, "list"),
    ("spaces", HANSE, {"spaces": {"bremen--osnabruck.1": ["n", "t"]}}, "HT-P2N-1"),
    ("spaces", NEUTRAL, {"spaces": {"bremen--osnabruck.1": ["n", "m"]}}, "HT-P2N-1"),
    ("posts", HANSE, {"posts": {"atlantis": [[0, "t"]]}}, "no city"),
    ("posts", HANSE, {"posts": {"dortmund": [None, [0, "t"]]}}, "HT-INV-3"),
    ("posts", HANSE, {"posts": {"dortmund": [[0, "t"]] * 9}}, "list of 9"),
    ("extra_posts", EAST, {"extra_posts": {"belgard": [[0, "t"]]}}, "HT-EAS-4"),
    ("extra_posts", NEUTRAL, {"extra_posts": {"hamburg": [["n", "t"]]}}, "HT-P2N-7"),
    ("green_posts", EAST, {"green_posts": {"danzig": [[0, "t", "extra"]]}}, "green"),
    ("green_posts", EAST, {"green_posts": {"belgard": [[0, "t"]]}}, "way of placing"),
    ("green_posts", HANSE, {"green_posts": {"hamburg": []}}, "green"),
    ("extra_posts", HANSE, {"extra_posts": {"hamburg": [[0, "t"]]}}, "HT-PST-8"),
    (
        "green_posts",
        EAST,
        {"green_posts": {"belgard": [[0, "t", "permanent"], [1, "t", "extra"]]}},
        "HT-EAS-4",
    ),
    ("east_west_done", HANSE, {"east_west_done": [1]}, "HT-EWC-1"),
    (
        "east_west_done",
        HANSE,
        {"posts": {"stendal": [[1, "t"]], "arnheim": [[1, "t"]]}, "east_west_done": [1]},
        "HT-EWC-1",
    ),
    ("spaces", NEUTRAL, {"spaces": {f"bremen--osnabruck.{n}": ["n", "t"] for n in (1, 2, 3)}}, "HT-P2N-5"),
    (
        "pending",
        PROMOS,
        {
            "attached": {"bremen--hamburg": [[1, "tribute"]]},
            "stock": {"1": [0, 0]},
            "pending": {
                "tasks": [
                    {"task": "creation", "stage": 4, "route": "bremen--hamburg"},
                    {"task": "tribute-reaction", "seat": 1},
                ]
            },
        },
        "HT-PRO-3",
    ),
    ("supply", HANSE, {"supply": {"0": [5]}}, "merchants"),
    ("supply", HANSE, {"supply": {"0": [28, 0]}}, "0 to 27"),
    ("supply", HANSE, {"supply": {"0": [12, 0]}}, "HT-INV-1"),
    ("supply", HANSE, {"supply": {"0": [0, 2]}}, "HT-INV-1"),
    ("supply", HANSE, {"supply": {"0": [5, 1]}, "stock": {"0": [5, 0]}}, "HT-INV-1"),
    ("stock", HANSE, {"stock": {"0": [12, 0]}}, "HT-INV-1"),
    ("stock", HANSE, {"stock": {"4": [1, 0]}}, "no seat"),
    ("stock", NEUTRAL, {"stock": {"n": [1, 0]}}, "neutral"),
    ("abilities", HANSE, {"abilities": {"0": {"keys": 5}}}, "0 to 4"),
    ("abilities", HANSE, {"abilities": {"0": {"luck": 1}}}, "no ability"),
    ("score", HANSE, {"score": {"0": 256}}, "whole number"),
    ("score", HANSE, {"score": {"n": 1}}, "HT-P2N-1"),
    ("markers_on_routes", HANSE, {"markers_on_routes": {"bremen--mars": "actions-3"}}, "no route"),
    ("markers_on_routes", HANSE, {"markers_on_routes": {"bremen--hamburg": "gold"}}, "no marker"),
    ("markers_on_routes", HANSE, {"markers_on_routes": {"bremen--hamburg": "block"}}, "HT-INV-2"),
    ("attached", HANSE, {"attached": {"bremen--hamburg": [[0, "block"]]}}, "promo-markers"),
    ("attached", PROMOS, {"attached": {"bremen--hamburg": [[0, "actions-3"]]}}, "HT-PRO-3"),
    ("attached", PROMOS, {"attached": {"bremen--hamburg": [[0, "block"]] * 3}}, "HT-INV-2"),
    ("attached", PROMOS, {"attached": {"bremen--hamburg": [[0]]}}, "seat and type"),
    ("unused_markers", HANSE, {"unused_markers": {"0": ["actions-3"] * 3}}, "HT-INV-2"),
    ("unused_markers", HANSE, {"unused_markers": {"0": ["actions-3"] * 300}}, "at most 15"),
    ("used_markers", HANSE, {"used_markers": {"0": "actions-3"}}, "list"),
    ("plate", HANSE, {"plate": {"0": 13}}, "HT-INV-2"),
    ("plate", HANSE, {"plate": {"0": True}}, "whole number"),
    ("plate", HANSE, {"plate": {"0": "?"}}, "list"),
    ("bag", HANSE, {"bag": {"actions-3": 3}}, "HT-INV-2"),
    ("bag", HANSE, {"bag": {"actions-3": 1}, "discarded": {}}, "HT-INV-2"),
    ("bag_size", HANSE, {"bag_size": 13}, "HT-INV-2"),
    ("bag_size", HANSE, {"bag_size": 3, "bag": {}}, "beside"),
    ("special", HANSE, {"special": {"10": 0}}, "special prestige space"),
    ("special", NEUTRAL, {"special": {"8": "n"}}, "no seat"),
    ("special", HANSE, {"special": {"7": 0, "8": 0}}, "HT-INV-1"),
    ("east_west_done", HANSE, {"east_west_done": [1, 1]}, "HT-EWC-2"),
    ("favours", HANSE, {"favours": {"0": ["income-share"]}}, "emperors-favour"),
    ("given_up", HANSE, {"given_up": True}, "emperors-favour"),
    ("favours", FAVOURS, {"favours": {"0": ["luck"]}}, "tile"),
    (
        "favour_display",
        FAVOURS,
        {"favours": {"0": ["income-share"]}, "favour_display": ["income-share"]},
        "HT-FAV-1",
    ),
    ("missions", HANSE, {"missions": {"0": "?"}}, "mission-cards"),
    ("missions", CARDS, {"missions": {"0": ["bremen", "hamburg", "dortmund"]}}, "HT-MIS-3"),
    ("permissions_used", HANSE, {"permissions_used": ["bremen"]}, "at most 0"),
    ("permissions_used", BRITANNIA, {"permissions_used": ["london-bridge"]}, "gateway"),
    ("pawn", HANSE, {"pawn": "in-1"}, "two-player-pawn"),
    ("pawn", PAWN, {"pawn": "in-99"}, "province"),
    ("pawn_moved", PAWN, {"pawn_moved": True}, "before"),
    ("discarded", HANSE, {"discarded": {"actions-3": 3}}, "HT-INV-2"),
    ("discarded", HANSE, {"discarded": {"?": 13}}, "HT-INV-2"),
    (TASK, HANSE, {"pending": []}, "object"),
    (TASK, HANSE, {"pending": {"mood": 1}}, "no part"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "turn"}]}}, "no task"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "reward", "route": "bremen--hamburg"}]}}, "never opens it"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "swapping"}]}}, "promo-markers"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "creation", "stage": 9}]}}, "0 to 6"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "creation"}]}}, "route"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "closing", "route": "bremen--hamburg"}]}}, "argument"),
    (TASK, HANSE, {"pending": {"hand": [[0, "t"]]}}, "HT-MOV-1"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "putting", "whose": "own"}]}}, "HT-MOV-1"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "lifting", "whose": "own", "left": 6}]}}, "HT-MOV-1"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "removal", "left": 4}]}}, "1 to 3"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "removal", "left": 1, "must": True}]}}, "no answer"),
    (TASK, HANSE, {"pending": {"fresh": "actions-3"}}, "HT-BMK-1"),
    (
        TASK,
        HANSE,
        {"pending": {"tasks": [{"task": "relocation", "owner": 0, "from_route": "bremen--hamburg"}]}},
        "HT-DSP-1",
    ),
    (
        TASK,
        HANSE,
        {"pending": {"tasks": [{"task": "opening", "stage": 1}, {"task": "start-marker", "left": 3}]}},
        "left",
    ),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "opening"}]}}, "has already dealt"),
    (TASK, HANSE, {"pending": {"tasks": [{"task": "closing", "stage": 1}, {"task": "look"}]}}, "HT-RPL-2"),
    (TASK, FAVOURS, {"pending": {"tasks": [{"task": "income-reaction"}]}}, "HT-FAV-7"),
    (TASK, PAWN, {"pending": {"tasks": [{"task": "closing", "stage": 3}]}}, "HT-P2P-3"),
    (
        TASK,
        HANSE,
        {
            "pending": {
                "tasks": [
                    {"task": "creation", "stage": 2, "route": "bremen--hamburg"},
                    {"task": "reveal", "owner": 0, "route": "bremen--hamburg"},
                ]
            }
        },
        "HT-RPL-5",
    ),
]


@pytest.mark.parametrize(("field", "setup", "content", "words"), REFUSED)
def test_an_impossible_position_is_rejected_with_a_reason(field: str, setup: Setup, content: Any, words: str) -> None:
    sentence = refusal(content, setup)
    assert f"'{field}" in sentence
    assert words in sentence
    assert sentence.endswith((".", "?"))
    assert "\n" not in sentence


@case("HT-INV-4")
def test_a_trader_on_a_ship_space_is_refused() -> None:
    ship = next(space for space in game(EAST).board.spaces if not takes_traders(space, EAST))
    assert "HT-INV-4" in refusal({"spaces": {ship: [0, "t"]}}, EAST)
    game(EAST).read_position({"spaces": {ship: [0, "m"]}})


@case("HT-INV-1")
def test_more_pieces_than_a_colour_has_are_refused() -> None:
    houses = [space for space in game().board.spaces if takes_traders(space)]
    sentence = refusal({"spaces": {space: [0, "t"] for space in houses[:28]}})
    assert "'spaces'" in sentence
    assert "HT-INV-1" in sentence
    merchants = {"spaces": {space: [2, "m"] for space in houses[:2]}}
    assert "merchants of seat 2" in refusal(merchants)


@case("HT-PRM-3", "HT-BRI-11")
def test_a_marker_on_a_route_that_takes_none_is_refused() -> None:
    permanent = next(route["id"] for route in game(EAST).board.json["routes"] if route["permanent"])
    assert "HT-PRM-3" in refusal({"markers_on_routes": {permanent: "actions-3"}}, EAST)
    closed = [r for r in game(BRITANNIA).board.json["routes"] if r["region"] != "england" and not r["permanent"]]
    assert "HT-BRI-11" in refusal({"markers_on_routes": {closed[0]["id"]: "actions-3"}}, BRITANNIA)


@case("HT-MIS-1")
def test_a_card_dealt_twice_is_refused() -> None:
    card = game(CARDS).board.cards[0]["cities"]
    assert "HT-MIS-1" in refusal({"missions": {"0": card, "1": card}}, CARDS)


def test_deep_and_odd_values_are_refused_without_a_traceback() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for field in game().position_json(game().start()):
        for value in (deep, float("nan"), b"x", {1: 1}, {"0": deep}, "\ud800\n", 10**5000):
            with pytest.raises(PositionError):
                game().read_position({field: value})


LEAVES = st.none() | st.booleans() | st.integers(-2, 30) | st.floats(allow_nan=True) | st.text(max_size=3)
WORDS = [
    "0",
    "1",
    "n",
    "t",
    "m",
    "?",
    "bremen--hamburg",
    "bremen--hamburg.1",
    "bremen",
    "actions-3",
    "task",
    "tasks",
]
ANYTHING = st.recursive(
    LEAVES | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3),
    max_leaves=8,
)
FIELDS = [*game(FAVOURS).position_json(game(FAVOURS).start()), "missions", "pawn", "attached", "bag_size"]


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), ANYTHING, max_size=3))
def test_anything_is_read_or_refused(content: Content) -> None:
    assert_read_or_refused(game(FAVOURS), content)


def assert_read_or_refused(played: Teutonica, content: Content) -> None:
    """Check that invalid data is rejected, or read as a position that can be played."""
    try:
        position = played.read_position(content)
    except PositionError:
        return
    assert_round_trip(played, position)
    for at in random_walk(played, position, 1, 12):
        assert played.legal_moves(at) or played.to_move(at) == GAME_OVER


@cache
def sample(number: int) -> list[Content]:
    """Return positions of a game, most of them with pending decisions."""
    played = game(EVERY_SETUP[number])
    found = [played.position_json(at) for at in random_walk(played, played.start(), number, 120)]
    return [content for n, content in enumerate(found) if "pending" in content or n % 20 == 0]


def containers(content: Any) -> Iterator[Any]:
    """Yield all objects and lists inside data."""
    if isinstance(content, dict | list):
        yield content
        for inner in content.values() if isinstance(content, dict) else content:
            yield from containers(inner)


def spoil(content: Content, chooser: random.Random) -> None:
    """Change one random value inside a position."""
    whole = content.get("pending", content) if chooser.random() < 0.5 else content
    place = chooser.choice(list(containers(whole)))
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    if not keys:
        return
    key = chooser.choice(keys)
    if isinstance(place[key], int) and chooser.random() < 0.5:
        place[key] += chooser.choice([-1, 1])
    elif chooser.random() < 0.5:
        place[key] = place[chooser.choice(keys)]
    else:
        del place[key]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(range(0, len(EVERY_SETUP), 3)), st.integers(0, 2**32))
def test_spoilt_positions_are_read_and_playable_or_refused(number: int, seed: int) -> None:
    chooser = random.Random(seed)
    content = through_text(chooser.choice(sample(number)))
    if chooser.random() < 0.7:
        for field in ("supply", "stock", "bag", "discarded"):
            content.pop(field, None)
    for _ in range(chooser.choice([1, 1, 2, 3])):
        spoil(content, chooser)
    assert_read_or_refused(game(EVERY_SETUP[number]), content)

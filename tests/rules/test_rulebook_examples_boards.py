"""Examples of the rulebooks for Britannia and East hold (section 12.1, CC-015 to CC-019)."""

from __future__ import annotations

import pytest

from kontor.games.teutonica.board_file import load
from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, Scenario, fill, merge

RED_T, BLUE_T, GREEN_T = [RED, "t"], [BLUE, "t"], [GREEN, "t"]

WALES = {
    "cardiff--montgomery",
    "cardiff--pembroke",
    "chester--conway",
    "conway--isle-of-man",
    "conway--montgomery",
    "hereford--montgomery",
    "montgomery--pembroke",
}
SCOTLAND = {
    "carlisle--falkirk",
    "carlisle--isle-of-man",
    "dunbar--edinburgh",
    "dunbar--newcastle",
    "edinburgh--glasgow",
    "falkirk--glasgow",
}


@case("CC-015", "HT-REG-1", "HT-REG-2", "HT-REG-3")
def test_two_players_share_the_first_two_places_in_wales() -> None:
    s = Scenario(
        "britannia-2-3",
        posts={
            "pembroke": [GREEN_T, RED_T],
            "conway": [BLUE_T, RED_T],
            "cardiff": [RED_T, BLUE_T],
            "montgomery": [BLUE_T],
        },
    )
    assert [s.line(seat, "cities") for seat in (RED, BLUE, GREEN)] == [4, 4, 0]
    assert [s.line(seat, "regions") for seat in (RED, BLUE, GREEN)] == [5, 5, 2]


def two_permissions() -> Scenario:
    """Return a position in which Red owns the rightmost posts of Cardiff and London and has five actions."""
    return Scenario(
        "britannia-4-5",
        posts={"cardiff": [RED_T], "london": [BLUE_T, BLUE_T, RED_T]},
        abilities={RED: {"actions": 5}},
        actions=5,
    )


def abroad(s: Scenario) -> set[str]:
    """Return the routes of Wales and Scotland on which a piece may be placed."""
    return s.routes("place") & (WALES | SCOTLAND)


@case("CC-016", "HT-BRI-3", "HT-BRI-4", "HT-BRI-5")
def test_cardiff_and_london_allow_two_placements_in_wales() -> None:
    s = two_permissions()
    assert abroad(s) == WALES | SCOTLAND
    s.play("place conway--montgomery.1 t")
    assert s.json["permissions_used"] == ["cardiff"]
    assert abroad(s) == WALES | SCOTLAND
    s.play("place conway--montgomery.2 t")
    assert s.json["permissions_used"] == ["cardiff", "london"]
    assert s.actions == 3
    assert abroad(s) == set()
    assert s.legal("place london--oxford.1 t")


@case("CC-016", "HT-BRI-3", "HT-BRI-4", "HT-BRI-5")
def test_cardiff_and_london_allow_one_placement_in_wales_and_one_in_scotland() -> None:
    s = two_permissions().play("place conway--montgomery.1 t", "place falkirk--glasgow.1 t")
    assert abroad(s) == set()
    s = two_permissions().play("place falkirk--glasgow.1 t")
    assert s.json["permissions_used"] == ["london"]
    assert abroad(s) == WALES
    s.play("place conway--montgomery.1 t")
    assert abroad(s) == set()


@case("CC-017", "HT-BRI-7", "HT-STP-1")
@pytest.mark.parametrize(
    ("route", "pieces"),
    [("chester--conway", "ttt"), ("carlisle--chester", "tmm"), ("chester--hereford", "tttt")],
)
def test_creating_a_route_to_chester_needs_no_permission(route: str, pieces: str) -> None:
    s = Scenario("britannia-4-5", spaces=fill(route, RED, pieces), abilities={RED: {"book": 1}})
    assert abroad(s) == set()
    s.play(f"create {route}")
    assert set(s.offered("reward")) >= {"post chester", "ability actions"}
    s.play("reward post chester")
    assert s.posts("chester") == [RED_T, None, None]


@case("CC-018", "HT-BRI-10")
def test_move_three_keeps_an_english_piece_in_england() -> None:
    s = Scenario("britannia-4-5", spaces=fill("london--oxford", BLUE, "t"), unused_markers={RED: ["move-3"]})
    s.play("use move-3", "lift london--oxford.1")
    houses = {
        f"put {route['id']}.{n}"
        for route in load("britannia-4-5")["routes"]
        for n, accepts in enumerate(route["spaces"], start=1)
        if route["region"] == "england" and accepts == "any"
    }
    assert set(s.moves) == houses
    assert s.routes("put") & (WALES | SCOTLAND) == set()


@case("CC-019", "HT-PRM-4")
def test_permanent_marker_moves_two_pieces_of_any_owners_without_a_fee() -> None:
    s = Scenario(
        "east-3-5",
        edition="first",
        spaces=merge(
            fill("stralsund--wismar", RED, "mmt"),
            fill("kulm--stettin", BLUE, "t"),
            fill("havelberg--waren", RED, "t"),
        ),
        abilities={RED: {"book": 1}},
    )
    s.play("create stralsund--wismar", "reward nothing")
    pieces = (s.supply(RED), s.stock(RED), s.supply(BLUE), s.stock(BLUE))
    s.play("lift kulm--stettin.1", "lift havelberg--waren.1", "put krakau--thorn.1", "put kulm--stettin.1")
    assert s.json["spaces"] == {"krakau--thorn.1": BLUE_T, "kulm--stettin.1": RED_T}
    assert (s.supply(RED), s.stock(RED), s.supply(BLUE), s.stock(BLUE)) == pieces
    assert (s.to_move, s.actions) == (RED, 1)

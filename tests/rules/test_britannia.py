"""Rules of the Britannia board hold: countries, permissions, and the ranking of Wales and Scotland. [12.10]"""

from typing import Any

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, YELLOW, Scenario, fill, merge

SEATS = (RED, BLUE, GREEN, YELLOW)
TAVERNS = {"coventry--nottingham", "lancaster--richmond", "salisbury--southampton"}
PERMANENT = {"calais--canterbury", "calais--southampton"}
RED_IN_CARDIFF = {"cardiff": [[RED, "t"]]}


def britannia(**fields: Any) -> Scenario:
    return Scenario("britannia-4-5", **fields)


def routes_of(s: Scenario, *countries: str) -> set[str]:
    """Return the routes of some countries. [HT-BRI-2]"""
    return {route["id"] for route in s.game.board.json["routes"] if route["region"] in countries}


def owned(*seats: int) -> list[list[Any]]:
    """Return posts from left to right, all of them traders."""
    return [[seat, "t"] for seat in seats]


def regions(**fields: Any) -> list[int]:
    """Return the points of each seat in Wales and Scotland."""
    s = britannia(**fields)
    return [s.line(seat, "regions") for seat in SEATS]


@case("CC-240", "HT-BRI-5", "HT-PLC-3")
def test_without_a_permission_wales_and_scotland_are_closed_to_place_and_displace() -> None:
    blue = merge(*(fill(route, BLUE, "t") for route in ("cardiff--pembroke", "carlisle--falkirk", "cardiff--oxford")))
    s = britannia(spaces=blue, posts={"cardiff": owned(BLUE), "london": owned(BLUE)})
    assert s.routes("displace") == {"cardiff--oxford"}
    assert not s.legal("place cardiff--pembroke.2")
    assert s.routes("place") == routes_of(s, "england")


@case("CC-241", "HT-BRI-4", "HT-BRI-5")
def test_three_permissions_are_spent_with_london_last() -> None:
    gateways = {city: owned(RED) for city in ("cardiff", "carlisle", "london")}
    blue = merge(*(fill(route, BLUE, "t") for route in ("cardiff--pembroke", "carlisle--falkirk", "cardiff--oxford")))
    s = britannia(posts=gateways, spaces=blue, actions=5)
    everywhere = routes_of(s, "england", "wales", "scotland")

    assert s.routes("place") == everywhere
    s.play("place chester--conway.1 t")
    assert s.json["permissions_used"] == ["cardiff"]
    assert s.routes("place") == everywhere
    s.play("place edinburgh--glasgow.1 t")
    assert set(s.json["permissions_used"]) == {"cardiff", "carlisle"}
    assert s.routes("place") == everywhere
    s.play("place conway--montgomery.1 t")
    assert set(s.json["permissions_used"]) == {"cardiff", "carlisle", "london"}

    spent = [event["city"] for event in s.happened("PermissionSpent")]
    assert spent == ["cardiff", "carlisle", "london"]
    assert s.actions == 2
    assert s.routes("place") == routes_of(s, "england")
    assert s.routes("displace") == {"cardiff--oxford"}


@case("CC-241", "HT-BRI-5")
def test_a_displacement_spends_a_permission_as_a_place_does() -> None:
    s = britannia(posts=RED_IN_CARDIFF, spaces=fill("cardiff--pembroke", BLUE, "t"), actions=3)
    s.play("displace cardiff--pembroke.1 t 0", "relocate cardiff--oxford.1 t", "stop")
    assert s.json["permissions_used"] == ["cardiff"]
    assert s.routes("place") == routes_of(s, "england")


@case("CC-242", "HT-BRI-3", "HT-CTL-1")
def test_the_permission_belongs_to_the_rightmost_post_and_not_to_control() -> None:
    posts = {"cardiff": owned(BLUE, BLUE, RED)}
    red, blue = britannia(posts=posts), britannia(posts=posts, active=BLUE)
    assert (red.line(BLUE, "cities"), red.line(RED, "cities")) == (2, 0)
    assert red.routes("place") == routes_of(red, "england", "wales")
    assert blue.to_move == BLUE
    assert blue.routes("place") == routes_of(blue, "england")


@case("CC-243", "HT-BRI-4")
def test_a_post_established_this_turn_gives_its_permission_at_once() -> None:
    s = britannia(
        posts={"cardiff": owned(BLUE)},
        spaces=fill("cardiff--coventry", RED, "ttt"),
        abilities={RED: {"privilege": 1}},
    )
    assert not s.legal("place cardiff--pembroke.1 t")
    s.play("create cardiff--coventry", "reward post cardiff", "place cardiff--pembroke.1 t")
    assert s.posts("cardiff")[:2] == owned(BLUE, RED)
    assert s.space("cardiff--pembroke.1") == [RED, "t"]
    assert s.json["permissions_used"] == ["cardiff"]


@case("CC-244", "HT-BRI-9")
@pytest.mark.parametrize(
    ("space", "countries"),
    [
        ("london--oxford.1", ["england"]),
        ("cardiff--pembroke.1", ["wales", "england"]),
        ("carlisle--falkirk.1", ["scotland", "england"]),
    ],
)
def test_a_moved_piece_stays_in_its_country_or_goes_to_england(space: str, countries: list[str]) -> None:
    homes = ("london--oxford", "cardiff--pembroke", "carlisle--falkirk")
    s = britannia(spaces=merge(*(fill(route, RED, "t") for route in homes)))
    s.play(f"lift {space}", "stop")
    assert s.routes("put") == routes_of(s, *countries)


@case("CC-244", "HT-BRI-9", "HT-MOV-1")
def test_pieces_of_two_countries_cannot_change_places_in_a_move() -> None:
    s = britannia(spaces=merge(fill("cardiff--pembroke", RED, "t"), fill("carlisle--falkirk", RED, "t")))
    s.play("lift cardiff--pembroke.1", "lift carlisle--falkirk.1")
    assert s.routes("put") == routes_of(s, "wales", "england")
    s.play("put cardiff--pembroke.3")
    assert s.routes("put") == routes_of(s, "scotland", "england")
    assert s.json["permissions_used"] == []


def displaced(space: str, kind: str = "t") -> Scenario:
    """Return a position in which Red, with the permissions of Cardiff and Carlisle, has displaced a Blue piece."""
    posts = {"cardiff": owned(RED), "carlisle": owned(RED)}
    s = britannia(posts=posts, spaces={space: [BLUE, kind]}).play(f"displace {space} t 0")
    assert s.to_move == BLUE
    return s


@case("CC-245", "HT-BRI-8", "HT-DSP-8")
def test_a_piece_displaced_in_wales_goes_to_wales_or_england() -> None:
    assert displaced("cardiff--montgomery.1").routes("relocate") == {
        "cardiff--oxford",
        "cardiff--coventry",
        "montgomery--pembroke",
        "conway--montgomery",
        "hereford--montgomery",
        "cardiff--pembroke",
    }


@case("CC-246", "HT-BRI-8")
def test_a_piece_displaced_in_england_stays_in_england() -> None:
    s = displaced("cardiff--oxford.1")
    ring = {"london--oxford", "oxford--salisbury", "cardiff--coventry"}
    assert s.routes("relocate") == ring
    s.play("relocate london--oxford.1 t")
    assert s.routes("relocate") == ring
    assert s.json["permissions_used"] == []


@case("CC-247", "HT-BRI-8")
def test_a_piece_displaced_in_scotland_does_not_go_to_wales() -> None:
    s = displaced("carlisle--isle-of-man.1", "m")
    merchants = {f"{space} m" for space in s.game.board.spaces if space.startswith("carlisle--")}
    route = {f"carlisle--isle-of-man.{n} m" for n in (1, 2, 3)}
    assert {target for target in s.offered("relocate") if target.endswith(" m")} == merchants - route
    assert s.routes("relocate") == {
        "carlisle--chester",
        "carlisle--durham",
        "carlisle--falkirk",
        "carlisle--richmond",
    }


def two_abroad() -> Scenario:
    """Return a position in which Red has created Calais–Southampton and put a merchant into Calais."""
    s = britannia(
        spaces=fill("calais--southampton", RED, "tmm"),
        posts={"calais": owned(BLUE)},
        abilities={RED: {"privilege": 1, "book": 1}},
        supply={RED: (11, 0)},
        stock={RED: (0, 0)},
    )
    return s.play("create calais--southampton", "reward post calais")


@case("CC-248", "HT-PRM-8", "HT-BRI-12")
def test_two_pieces_of_the_stock_go_to_wales_and_scotland_without_permission() -> None:
    s = two_abroad()
    assert s.happened("PiecesReturned") == [{"seat": RED, "traders": 1, "merchants": 1}]
    assert s.stock(RED) == (1, 1)
    abroad = {
        (f"{route['id']}.{n}", kind)
        for route in s.game.board.json["routes"]
        if route["region"] in ("wales", "scotland")
        for n, kind in enumerate(route["spaces"], start=1)
    }
    houses = {f"{space} t" for space, kind in abroad if kind == "any"}
    assert set(s.offered("relocate")) == houses | {f"{space} m" for space, _ in abroad}
    assert "conway--isle-of-man.1 m" in s.offered("relocate")

    s.play("relocate conway--isle-of-man.1 m", "relocate edinburgh--glasgow.2 t")
    assert s.json["spaces"] == {"conway--isle-of-man.1": [RED, "m"], "edinburgh--glasgow.2": [RED, "t"]}
    assert (s.stock(RED), s.supply(RED)) == ((0, 0), (11, 0))
    assert s.happened("PermissionSpent") == []
    assert s.json["permissions_used"] == []
    assert s.actions == 1
    assert s.legal("end-turn")


@case("CC-248", "HT-PRM-8", "AMB-29")
@pytest.mark.parametrize(("moves", "stock"), [([], (1, 1)), (["relocate cardiff--pembroke.1 m"], (1, 0))])
def test_fewer_than_two_pieces_may_go_to_wales_and_scotland(moves: list[str], stock: tuple[int, int]) -> None:
    s = two_abroad().play(*moves, "stop")
    assert s.stock(RED) == stock
    assert s.legal("end-turn")


@case("CC-249", "HT-BRI-11")
def test_markers_are_placed_in_england_only_and_beside_no_permanent_marker() -> None:
    s = britannia(plate={RED: 1}).play("end-turn", "chance actions-3")
    assert s.json["markers_on_routes"].keys() == TAVERNS
    assert s.routes("place-marker") == routes_of(s, "england") - PERMANENT - TAVERNS
    assert "carlisle--chester" in s.routes("place-marker")


@case("CC-249", "HT-BRI-11")
def test_on_the_small_side_a_third_permanent_marker_keeps_markers_away() -> None:
    s = Scenario("britannia-2-3", plate={RED: 1}).play("end-turn", "chance actions-3")
    away = PERMANENT | {"carlisle--isle-of-man"}
    assert s.routes("place-marker") == routes_of(s, "england") - away - TAVERNS


@case("CC-250", "HT-BRI-1", "HT-END-1", "HT-END-4")
def test_the_eighth_completed_city_ends_the_game_after_the_action() -> None:
    seven = {city: owned(BLUE) for city in ("bristol", "dunbar", "durham", "glasgow")}
    seven |= {city: owned(GREEN) for city in ("ipswich", "lancaster", "richmond")}
    s = britannia(
        posts=seven | {"conway": owned(YELLOW)},
        spaces=fill("chester--conway", RED, "ttt"),
        abilities={RED: {"privilege": 1}},
        actions=4,
    )
    s.play("create chester--conway")
    assert not s.over
    s.play("reward post conway")
    assert s.happened("CityCompleted") == [{"city": "conway", "count": 8}]
    assert s.ended_by == "completed-cities"
    assert s.to_move is None


@case("CC-251", "HT-REG-3", "HT-REG-4", "HT-SCO-G")
def test_the_isle_of_man_counts_for_wales_and_scotland() -> None:
    posts: dict[str, Any] = {"isle-of-man": [[RED, "m"]], "cardiff": owned(BLUE), "carlisle": owned(GREEN)}
    assert regions(posts=posts) == [5 + 5, 5, 5, 0]


@case("CC-252", "HT-REG-3")
def test_three_tied_for_first_share_all_places() -> None:
    assert regions(posts={"cardiff": owned(RED), "conway": owned(BLUE), "pembroke": owned(GREEN)}) == [
        4,
        4,
        4,
        0,
    ]


@case("CC-253", "HT-REG-3")
def test_three_tied_for_second_share_the_places_behind_the_first() -> None:
    posts = {
        "cardiff": owned(RED),
        "chester": owned(RED),
        "conway": owned(BLUE),
        "pembroke": owned(GREEN),
        "montgomery": owned(YELLOW),
    }
    assert regions(posts=posts) == [7, 2, 2, 2]


@case("CC-254", "HT-REG-1", "HT-REG-3")
def test_two_tied_for_third_share_two_points() -> None:
    """Blue's three posts in its one city do not outrank Red's two cities."""
    posts = {
        "cardiff": owned(RED),
        "chester": owned(RED),
        "conway": owned(BLUE, BLUE),
        "pembroke": owned(GREEN),
        "montgomery": owned(YELLOW),
    }
    assert regions(posts=posts, extra_posts={"conway": owned(BLUE)}) == [7, 4, 1, 1]


@case("CC-255", "HT-REG-1", "HT-REG-2")
def test_players_without_a_controlled_city_rank_behind_by_their_posts() -> None:
    posts, extra = {"cardiff": owned(GREEN, BLUE, RED)}, {"cardiff": owned(BLUE, RED)}
    s = britannia(posts=posts, extra_posts=extra)
    assert [s.line(seat, "cities") for seat in SEATS] == [2, 0, 0, 0]
    assert regions(posts=posts, extra_posts=extra) == [7, 4, 2, 0]


@case("CC-256", "HT-REG-1")
def test_equal_numbers_of_cities_are_ranked_by_posts() -> None:
    posts = {
        "chester": owned(RED),
        "conway": owned(RED),
        "cardiff": owned(BLUE, BLUE),
        "pembroke": owned(BLUE, BLUE),
    }
    assert regions(posts=posts) == [4, 7, 0, 0]


@case("CC-257", "HT-BRI-2", "HT-BRI-3")
def test_on_the_small_side_london_opens_wales_once_and_there_is_no_scotland() -> None:
    s = Scenario("britannia-2-3", posts={"london": owned(BLUE, RED)}, actions=5)
    assert s.game.board.countries == ["england", "wales"]
    assert s.routes("place") == routes_of(s, "england", "wales") == set(s.game.board.routes)
    s.play("place cardiff--pembroke.1 t")
    assert s.json["permissions_used"] == ["london"]
    assert s.routes("place") == routes_of(s, "england")


@case("CC-258", "HT-BRI-8", "HT-BRI-9", "HT-DSP-6", "HT-DSP-11")
def test_an_english_piece_lifted_as_an_extra_does_not_enter_wales() -> None:
    s = britannia(
        spaces=merge(fill("cardiff--montgomery", BLUE, "t"), fill("norwich--nottingham", BLUE, "t")),
        posts=RED_IN_CARDIFF
        | {"london": owned(*[BLUE] * 5), "hereford": owned(BLUE, BLUE, BLUE), "york": owned(BLUE)},
        special={"7": BLUE},
        supply={BLUE: (0, 0)},
        stock={BLUE: (0, 0)},
    )
    s.play("displace cardiff--montgomery.1 t 0", "relocate conway--montgomery.1 t")
    assert set(s.moves) == {"lift norwich--nottingham.1", "stop"}
    s.play("lift norwich--nottingham.1")
    assert s.routes("put") == {"cardiff--coventry", "cardiff--oxford"}
    s.play("put cardiff--oxford.4")
    assert s.space("norwich--nottingham.1") is None
    assert s.to_move == RED


@case("CC-259", "HT-BRI-4", "HT-BRI-5", "HT-BMK-12")
def test_an_exchange_moves_the_permission_but_three_actions_bring_no_second_one() -> None:
    s = britannia(
        posts={"cardiff": owned(RED, BLUE), "london": owned(BLUE)},
        spaces=fill("cardiff--montgomery", BLUE, "t"),
        unused_markers={RED: ["exchange-posts", "actions-3"]},
        actions=1,
    )
    assert s.routes("place") == routes_of(s, "england")
    s.play("use exchange-posts cardiff 0")
    assert s.routes("place") == routes_of(s, "england", "wales")
    assert s.routes("displace") == {"cardiff--montgomery"}
    s.play("place cardiff--pembroke.1 t", "use actions-3")
    assert s.actions == 3
    assert s.routes("place") == routes_of(s, "england")
    assert s.routes("displace") == set()

"""Rules of the East board hold: green cities, sea routes and permanent markers. [12.9]"""

from typing import Any

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, YELLOW, Pieces, Scenario, fill, merge

SEA = {"danzig--malmo", "malmo--stralsund", "malmo--visby", "stralsund--wismar"}
GREEN_CITY_ROUTE = fill("malmo--visby", RED, "tmt")
PRIVILEGE_ROUTE = fill("malmo--stralsund", RED, "mmt")
MOVE_TWO_ROUTE = fill("stralsund--wismar", RED, "mmt")
TWO_MERCHANTS = {RED: {"book": 1}}


def east(**fields: Any) -> Scenario:
    return Scenario("east-3-5", **fields)


def placing_a_marker(**fields: Any) -> Scenario:
    """Return a position in which Red has ended the turn and has to place +3 Actions."""
    return east(plate={RED: 1}, **fields).play("end-turn", "chance actions-3")


def green_city_marker(green_posts: Pieces, **fields: Any) -> Scenario:
    """Return a position in which Red has created the route of the green city marker and is in step 5."""
    s = east(spaces=merge(GREEN_CITY_ROUTE, fields.pop("spaces", {})), green_posts=green_posts, **fields)
    return s.play("create malmo--visby", "reward nothing")


def red_moves_in_beside_blue() -> Scenario:
    """Return a position with a Blue post in Belgard; Green has an Extra Post and the route from Kulm."""
    return green_city_marker(
        {"belgard": [[BLUE, "t", "permanent"]]},
        spaces=fill("belgard--kulm", GREEN, "ttt"),
        abilities=TWO_MERCHANTS,
        supply={RED: (2, 1)},
        unused_markers={GREEN: ["additional-post"]},
    )


@case("CC-220", "HT-EAS-2", "HT-EAS-4", "HT-PST-9")
@pytest.mark.parametrize(
    ("route", "pieces", "post"),
    [("havelberg--waren", "ttt", {"post havelberg"}), ("stettin--waren", "tttt", set())],
)
def test_a_route_to_waren_develops_actions_or_bank_and_gives_no_post_in_waren(
    route: str, pieces: str, post: set[str]
) -> None:
    """Havelberg's white space is open to Red, Stettin's orange one is not."""
    s = east(spaces=fill(route, RED, pieces)).play(f"create {route}")
    assert set(s.offered("reward")) == {"ability actions", "ability bank", "nothing"} | post


@case("CC-220", "HT-EAS-2")
@pytest.mark.parametrize("ability", ["actions", "bank"])
def test_either_ability_of_waren_is_developed_alone(ability: str) -> None:
    s = east(spaces=fill("havelberg--waren", RED, "ttt"))
    s.play("create havelberg--waren", f"reward ability {ability}")
    assert {name: s.level(RED, name) for name in ("actions", "bank")} == {
        "actions": int(ability == "actions"),
        "bank": int(ability == "bank"),
    }


@case("CC-221", "HT-EAS-4", "HT-EAS-5")
def test_an_extra_post_may_be_the_first_in_a_green_city_and_completes_it() -> None:
    s = east(
        spaces=fill("belgard--kulm", RED, "ttt"),
        unused_markers={RED: ["additional-post"]},
        stock={RED: (3, 0)},
    )
    s.play("create belgard--kulm")
    assert set(s.offered("reward")) == {"post kulm", "extra_post belgard t", "nothing"}
    assert s.line(RED, "cities") == 0

    s.play("reward extra_post belgard t")
    assert s.json["green_posts"] == {"belgard": [[RED, "t", "extra"]]}
    assert s.happened("CityCompleted") == [{"city": "belgard", "count": 1}]
    assert s.line(RED, "cities") == 2
    assert s.stock(RED) == (5, 0)
    assert s.used(RED) == ["additional-post"]


@case("CC-221", "HT-EAS-4")
def test_without_an_extra_post_no_seat_gets_a_post_in_belgard() -> None:
    s = east(spaces=fill("belgard--kulm", RED, "ttt")).play("create belgard--kulm")
    assert set(s.offered("reward")) == {"post kulm", "nothing"}


@case("CC-222", "HT-PRM-7", "HT-EAS-5")
def test_the_green_city_marker_adds_a_post_of_the_supply_on_the_right() -> None:
    s = red_moves_in_beside_blue()
    cities = ("belgard", "dresden", "waren")
    assert set(s.offered("permanent")) == {f"{city} {kind}" for city in cities for kind in "tm"}
    assert s.line(BLUE, "cities") == 2

    s.play("permanent belgard m")
    assert s.json["green_posts"] == {"belgard": [[BLUE, "t", "permanent"], [RED, "m", "permanent"]]}
    assert (s.line(RED, "cities"), s.line(BLUE, "cities")) == (2, 0)
    assert s.supply(RED) == (2, 0)
    assert s.happened("CityCompleted") == []
    assert s.to_move == RED
    assert s.actions == 1


@case("CC-223", "HT-EAS-4", "HT-CTL-2")
def test_a_later_extra_post_in_a_green_city_is_leftmost() -> None:
    s = red_moves_in_beside_blue().play("permanent belgard m", "end-turn", "end-turn")
    s.play("create belgard--kulm", "reward extra_post belgard t")
    assert s.json["green_posts"] == {
        "belgard": [[GREEN, "t", "extra"], [BLUE, "t", "permanent"], [RED, "m", "permanent"]]
    }
    assert [s.line(seat, "cities") for seat in (RED, BLUE, GREEN)] == [2, 0, 0]
    assert s.happened("CityCompleted") == []


@case("CC-224", "HT-PRM-7")
def test_the_green_city_marker_is_no_use_with_an_empty_supply() -> None:
    s = green_city_marker({}, supply={RED: (0, 0)})
    assert s.happened("PiecesReturned") == [{"seat": RED, "traders": 2, "merchants": 1}]
    assert s.supply(RED) == (0, 0)
    assert s.stock(RED) == (11, 1)
    assert not s.legal("permanent")
    assert not s.legal("stop")
    assert s.legal("end-turn")
    assert s.json["green_posts"] == {}


@case("CC-225", "HT-EAS-6", "HT-RPL-2")
def test_an_empty_green_city_does_not_make_a_route_fit_for_a_marker() -> None:
    full = [[BLUE, "t"]] * 4
    assert "belgard--danzig" not in placing_a_marker(posts={"danzig": full}).routes("place-marker")
    assert "belgard--danzig" in placing_a_marker(posts={"danzig": full[:3]}).routes("place-marker")


@case("CC-226", "HT-EAS-8", "HT-PRM-3")
def test_no_marker_may_be_placed_on_a_sea_route() -> None:
    s = placing_a_marker()
    taverns = {"allenstein--braunsberg", "brandenburg--tangermunde", "kulm--stettin"}
    assert s.json["markers_on_routes"].keys() == taverns
    assert s.routes("place-marker") == set(s.game.board.routes) - SEA - taverns


def two_from_the_route(edition: str = "big-box") -> Scenario:
    """Return a position in which Red has created Danzig–Malmö and is in step 5 with T, T, M."""
    s = east(edition=edition, spaces=fill("danzig--malmo", RED, "tttm"), stock={RED: (2, 0)})
    return s.play("create danzig--malmo", "reward post danzig")


@case("CC-227", "HT-PRM-6")
@pytest.mark.parametrize(
    ("moves", "stock"),
    [
        (["relocate belgard--kulm.1 t", "relocate malmo--visby.2 m"], (3, 0)),
        (["relocate malmo--visby.2 m", "relocate belgard--kulm.1 t"], (3, 0)),
        (["relocate belgard--kulm.1 t", "relocate krakau--thorn.2 t"], (2, 1)),
        (["relocate krakau--thorn.2 m", "stop"], (4, 0)),
        (["relocate krakau--thorn.2 t", "stop"], (3, 1)),
        (["stop"], (4, 1)),
    ],
)
def test_up_to_two_pieces_of_the_route_go_to_free_spaces_and_the_rest_to_the_stock(
    moves: list[str], stock: tuple[int, int]
) -> None:
    s = two_from_the_route().play(*moves)
    assert s.stock(RED) == stock
    assert s.posts("danzig")[0] == [RED, "t"]
    put = {words.split()[1]: [RED, words.split()[2]] for words in moves if words != "stop"}
    assert s.json["spaces"] == put
    assert not s.legal("relocate")
    assert s.actions == 1


@case("CC-227", "HT-PRM-6", "HT-EAS-3")
def test_two_from_this_route_reaches_every_free_space_that_takes_the_kind() -> None:
    s = two_from_the_route()
    houses = {space for space in s.game.board.spaces if space not in ships()}
    assert set(s.offered("relocate")) == {f"{space} t" for space in houses} | {
        f"{space} m" for space in s.game.board.spaces
    }
    s.play("relocate belgard--kulm.1 m")
    assert set(s.offered("relocate")) == {f"{space} t" for space in houses - {"belgard--kulm.1"}}


@case("CC-227", "HT-PRM-6", "ED-23")
@pytest.mark.parametrize(("edition", "returns"), [("first", False), ("second", False), ("big-box", True)])
def test_only_in_the_big_box_may_the_two_return_to_the_created_route(edition: str, returns: bool) -> None:
    routes = two_from_the_route(edition).routes("relocate")
    assert ("danzig--malmo" in routes) is returns
    assert len(routes) == 31 + returns


def ships() -> set[str]:
    board = Scenario("east-3-5").game.board.json
    return {
        f"{route['id']}.{n}"
        for route in board["routes"]
        for n, kind in enumerate(route["spaces"], start=1)
        if kind == "merchant"
    }


@case("CC-228", "HT-PRM-5", "HT-PRM-2")
def test_the_privilege_marker_comes_on_top_of_a_post() -> None:
    s = east(spaces=PRIVILEGE_ROUTE, abilities=TWO_MERCHANTS, supply={RED: (4, 0)}, stock={RED: (6, 0)})
    s.play("create malmo--stralsund", "reward post malmo")
    assert s.posts("malmo")[0] == [RED, "m"]
    assert s.stock(RED) == (7, 1)
    assert set(s.moves) == {"permanent privilege", "stop"}

    s.play("permanent privilege")
    assert s.level(RED, "privilege") == 1
    assert s.supply(RED) == (5, 0)
    assert s.actions == 1


@case("CC-229", "HT-EAS-7")
@pytest.mark.parametrize("edition", ["first", "second", "big-box"])
def test_exchange_in_a_green_city_takes_only_posts_of_the_permanent_marker(edition: str) -> None:
    s = east(
        edition=edition,
        green_posts={"belgard": [[GREEN, "t", "extra"], [RED, "t", "permanent"], [BLUE, "m", "permanent"]]},
        unused_markers={RED: ["exchange-posts"]},
    )
    assert s.offered("use") == ["exchange-posts belgard 1"]
    s.play("use exchange-posts belgard 1")
    assert s.json["green_posts"] == {
        "belgard": [[GREEN, "t", "extra"], [BLUE, "m", "permanent"], [RED, "t", "permanent"]]
    }
    assert (s.line(RED, "cities"), s.line(BLUE, "cities")) == (2, 0)


@case("CC-230", "HT-EWC-1", "HT-EAS-1")
def test_posts_across_the_sea_connect_lubeck_and_danzig() -> None:
    s = east(
        posts={
            "lubeck": [[RED, "t"]],
            "wismar": [[RED, "t"]],
            "stralsund": [[RED, "t"]],
            "malmo": [[RED, "m"]],
        },
        spaces=fill("belgard--danzig", RED, "tttt"),
    )
    s.play("create belgard--danzig")
    assert s.score(RED) == 0
    s.play("reward post danzig")
    assert s.happened("EastWestConnected") == [{"seat": RED, "rank": 1, "points": 7}]
    assert s.json["east_west_done"] == [RED]
    assert s.score(RED) == 7


@case("CC-230", "HT-EWC-1")
def test_a_gap_in_the_chain_leaves_lubeck_and_danzig_unconnected() -> None:
    s = east(
        posts={"lubeck": [[RED, "t"]], "wismar": [[RED, "t"]], "malmo": [[RED, "m"]]},
        spaces=fill("belgard--danzig", RED, "tttt"),
    ).play("create belgard--danzig", "reward post danzig")
    assert s.happened("EastWestConnected") == []
    assert s.score(RED) == 0


@case("CC-231", "HT-PRM-1")
def test_a_declined_permanent_marker_waits_for_the_next_creation() -> None:
    s = east(spaces=PRIVILEGE_ROUTE, abilities=TWO_MERCHANTS, supply={RED: (9, 0)}, actions=6)
    s.play("create malmo--stralsund", "reward nothing", "stop")
    assert s.level(RED, "privilege") == 0
    assert s.legal("end-turn")
    assert not s.legal("permanent")

    s.play("income 1 2", *(f"place malmo--stralsund.{n} {kind}" for n, kind in ((1, "m"), (2, "m"), (3, "t"))))
    assert not s.legal("permanent")
    s.play("create malmo--stralsund", "reward nothing", "permanent privilege")
    assert s.level(RED, "privilege") == 1
    assert s.actions == 0


def move_any_two() -> Scenario:
    s = east(
        spaces=merge(MOVE_TWO_ROUTE, fill("kulm--stettin", BLUE, "t"), fill("havelberg--waren", RED, "t")),
        abilities=TWO_MERCHANTS,
    )
    return s.play("create stralsund--wismar", "reward nothing")


@case("CC-232", "HT-PRM-4")
def test_move_any_two_may_move_none() -> None:
    s = move_any_two()
    assert set(s.moves) == {"lift kulm--stettin.1", "lift havelberg--waren.1", "stop"}
    before = s.json["spaces"]
    s.play("stop")
    assert s.json["spaces"] == before
    assert s.actions == 1
    assert s.legal("end-turn")


@case("CC-232", "HT-PRM-4")
def test_move_any_two_may_move_one_piece_of_any_owner() -> None:
    s = move_any_two().play("lift kulm--stettin.1")
    assert set(s.moves) == {"lift havelberg--waren.1", "stop"}
    s.play("stop", "put krakau--thorn.3")
    assert s.json["spaces"] == {"krakau--thorn.3": [BLUE, "t"], "havelberg--waren.1": [RED, "t"]}
    assert s.actions == 1
    assert s.legal("end-turn")


@case("CC-233", "HT-EAS-5", "HT-END-1", "HT-END-3", "HT-END-4")
def test_a_first_post_in_dresden_as_tenth_completed_city_ends_the_game_after_the_action() -> None:
    nine = {"belgard": [[BLUE, "t", "permanent"]], "waren": [[GREEN, "t", "extra"]]}
    s = green_city_marker(
        nine,
        posts={
            "berlin-colln": [[BLUE, "t"]],
            "perleberg": [[BLUE, "t"]],
            "tangermunde": [[GREEN, "t"]],
            "wittenberg": [[GREEN, "t"]],
            "visby": [[YELLOW, "m"]],
            "halle": [[YELLOW, "t"], [GREEN, "m"]],
            "kulm": [[YELLOW, "t"], [YELLOW, "t"]],
        },
    )
    assert not s.over
    s.play("permanent dresden t")
    assert s.happened("CityCompleted") == [{"city": "dresden", "count": 10}]
    assert s.ended_by == "completed-cities"
    assert s.to_move is None

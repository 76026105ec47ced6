"""Examples of rulebooks and FAQ hold: scoring, exchange, pawn, end (section 12.1, CC-020 to CC-038)."""

from __future__ import annotations

from typing import Any

import pytest

from kontor.games.teutonica.board_file import load
from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, YELLOW, Pieces, Scenario, fill, merge

RED_T, RED_M = [RED, "t"], [RED, "m"]
BLUE_T, BLUE_M = [BLUE, "t"], [BLUE, "m"]
GREEN_T, GREEN_M = [GREEN, "t"], [GREEN, "m"]
EDITIONS = ("first", "second", "big-box")

# The provinces of HT-P2P-7, P1 to P10 and P11 to P16, by their ids on the board.
INNER = ("in-8", "in-5", "in-1", "in-3", "in-2", "in-4", "in-7", "in-9", "in-6", "in-10")
OUTER = ("out-2", "out-3", "out-5", "out-7", "out-8", "out-1")
PROVINCES = {f"P{n}": province for n, province in enumerate((*INNER, *OUTER), start=1)}


def provinces(*names: str) -> set[str]:
    """Return the ids of provinces."""
    return {PROVINCES[name] for name in names}


def with_pawn(name: str, **fields: Any) -> Scenario:
    """Return the pawn variant with the pawn in a province."""
    return Scenario("hanse-2-3", edition="first", players=2, pawn=PROVINCES[name], **fields)


def free_moves(s: Scenario) -> set[str]:
    """Return the provinces to which the pawn may be moved free of charge."""
    return {move.removesuffix(" no") for move in s.offered("pawn") if move.endswith(" no")}


# mission, special prestige, displacement, actions


@case("CC-020", "HT-MIS-2")
@pytest.mark.parametrize(
    ("posts", "points"),
    [
        ({"dortmund": [RED_M], "minden": [RED_T]}, 2),
        ({"dortmund": [RED_M], "minden": [RED_T, BLUE_T], "luneburg": [RED_M]}, 3),
        ({"dortmund": [RED_M], "minden": [BLUE_T, RED_T], "luneburg": [RED_M]}, 8),
    ],
    ids=["two-cities", "three-cities-two-controlled", "three-controlled"],
)
def test_mission_counts_cities_and_rewards_control_of_all_three(posts: Pieces, points: int) -> None:
    s = Scenario(
        modules=["mission-cards"],
        missions={RED: ["dortmund", "minden", "luneburg"]},
        posts=posts,
        abilities={RED: {"book": 1}},
    )
    assert s.line(RED, "mission") == points


@case("CC-021", "HT-STP-3")
@pytest.mark.parametrize(("privilege", "offered"), [(1, ["7", "8"]), (2, ["7", "8", "9"])], ids=["orange", "pink"])
def test_special_spaces_are_offered_up_to_the_privilege(privilege: int, offered: list[str]) -> None:
    full = fill("coellen--warburg", RED, "mttt")
    s = Scenario(edition="first", spaces=full, abilities={RED: {"privilege": privilege}})
    s.play("create coellen--warburg")
    assert s.offered("reward special") == offered


@case("CC-022", "HT-DSP-8")
def test_displaced_piece_and_extra_may_pass_different_end_cities() -> None:
    s = Scenario(edition="first", spaces=fill("dortmund--paderborn", BLUE, "t"))
    s.play("displace dortmund--paderborn.1 t 0")
    assert s.to_move == BLUE
    s.play("relocate dortmund--duisburg.1 t", "relocate paderborn--warburg.1 t")
    assert s.json["spaces"] == {
        "dortmund--paderborn.1": RED_T,
        "dortmund--duisburg.1": BLUE_T,
        "paderborn--warburg.1": BLUE_T,
    }
    assert (s.to_move, s.actions) == (RED, 1)


@case("CC-023", "HT-ABL-3", "HT-TRN-2")
@pytest.mark.parametrize(
    ("level", "markers", "at_first", "left"),
    [(0, [], 2, 2), (1, [], 3, 2), (0, ["actions-3"], 5, 5)],
    ids=["level-0", "level-1", "level-0-after-plus-three"],
)
def test_developed_actions_count_at_once(level: int, markers: list[str], at_first: int, left: int) -> None:
    s = Scenario(
        spaces=fill("gottingen--quedlinburg", RED, "ttt"),
        abilities={RED: {"actions": level}},
        unused_markers={RED: markers},
    )
    s.play(*(f"use {marker}" for marker in markers))
    assert s.actions == at_first
    s.play("create gottingen--quedlinburg", "reward ability actions")
    assert s.level(RED, "actions") == level + 1
    assert s.actions == left


# Exchange Posts, Remove Three


@case("CC-024", "HT-BMK-12", "HT-PST-5")
def test_exchange_onto_a_coin_space_gives_no_point() -> None:
    s = Scenario(posts={"lubeck": [BLUE_T, RED_T]}, unused_markers={RED: ["exchange-posts"]})
    s.play("use exchange-posts lubeck 0")
    assert s.posts("lubeck") == [RED_T, BLUE_T]
    assert [s.score(seat) for seat in (RED, BLUE)] == [0, 0]
    assert s.happened("CoinScored") == []


@case("CC-025", "HT-BMK-12")
@pytest.mark.parametrize("edition", EDITIONS)
def test_exchange_never_takes_an_extra_post(edition: str) -> None:
    s = Scenario(
        edition=edition,
        posts={"minden": [BLUE_T, GREEN_T]},
        extra_posts={"minden": [RED_T]},
        unused_markers={RED: ["exchange-posts"]},
    )
    assert s.offered("use") == ([] if edition == "big-box" else ["exchange-posts minden 0"])
    if edition != "big-box":
        s.play("use exchange-posts minden 0")
        assert s.posts("minden")[:2] == [GREEN_T, BLUE_T]
    assert s.json["extra_posts"] == {"minden": [RED_T]}


@case("CC-026", "HT-BMK-12")
@pytest.mark.parametrize("edition", EDITIONS)
def test_exchange_never_takes_special_spaces(edition: str) -> None:
    special = {"7": RED, "8": BLUE}
    unused = {RED: ["exchange-posts"]}
    s = Scenario(edition=edition, special=special, unused_markers=unused)
    assert not s.legal("use")
    s = Scenario(edition=edition, special=special, unused_markers=unused, posts={"minden": [RED_T, BLUE_T]})
    assert s.offered("use") == ["exchange-posts minden 0"]
    s.play("use exchange-posts minden 0")
    assert s.json["special"] == special


@case("CC-027", "HT-BMK-15")
def test_remove_three_takes_merchants_and_traders_alike() -> None:
    s = Scenario(
        edition="first",
        spaces={"arnheim--duisburg.1": BLUE_M, "arnheim--duisburg.2": GREEN_M, "hamburg--stade.1": BLUE_T},
        supply={BLUE: [5, 0], GREEN: [7, 0]},
        unused_markers={RED: ["remove-3"]},
    )
    s.play("use remove-3", "remove arnheim--duisburg.1", "remove arnheim--duisburg.2", "remove hamburg--stade.1")
    assert s.json["spaces"] == {}
    assert (s.supply(BLUE), s.supply(GREEN)) == ((6, 1), (7, 1))
    assert (s.to_move, s.actions, s.used(RED)) == (RED, 2, ["remove-3"])


# pawn


@case("CC-028", "HT-P2P-4", "HT-P2P-7")
def test_pawn_moves_free_over_one_or_two_borders_but_not_across_a_city() -> None:
    one = provinces("P6", "P7", "P10", "P15")
    two = provinces("P1", "P2", "P4", "P5", "P8", "P13", "P14", "P16")
    s = with_pawn("P9")
    assert free_moves(s) == one | two
    assert free_moves(s) & provinces("P3", "P11", "P12") == set()
    assert set(s.game.board.provinces) == one | two | provinces("P3", "P9", "P11", "P12")
    borders = {p["id"]: set(p["neighbours"].values()) for p in load("hanse-2-3")["two_player"]["provinces"]}
    assert borders[PROVINCES["P9"]] == one
    s.play(f"pawn {PROVINCES['P4']} no")
    assert (s.json["pawn"], s.actions) == (PROVINCES["P4"], 2)


@case("CC-029", "HT-P2P-4")
def test_free_pawn_move_may_be_left_out() -> None:
    s = with_pawn("P9").play("income 1 0", "income 1 0")
    assert free_moves(s) == free_moves(with_pawn("P9"))
    s.play("end-turn")
    assert (s.to_move, s.json["pawn"]) == (BLUE, PROVINCES["P9"])


@case("CC-029", "HT-P2P-4")
def test_free_pawn_move_cannot_be_split_before_and_after_the_actions() -> None:
    s = with_pawn("P9").play(f"pawn {PROVINCES['P7']} no")
    assert free_moves(s) == set()
    s.play("income 1 0", "income 1 0")
    assert s.moves == ["end-turn"]


@case("CC-030", "HT-P2P-6")
@pytest.mark.parametrize(("province", "may_create"), [("P3", False), ("P8", True)], ids=["far", "near"])
def test_pawn_binds_create_with_an_extra_post_but_not_exchange(province: str, may_create: bool) -> None:
    s = with_pawn(
        province,
        posts={"perleberg": [RED_T, BLUE_T]},
        spaces=fill("perleberg--stendal", RED, "ttt"),
        unused_markers={RED: ["exchange-posts", "additional-post"]},
    )
    assert s.legal("create perleberg--stendal") is may_create
    s.play("use exchange-posts perleberg 0")
    assert s.posts("perleberg") == [BLUE_T, RED_T, None]
    assert s.legal("create perleberg--stendal") is may_create
    if may_create:
        s.play("create perleberg--stendal")
        assert s.legal("reward extra_post perleberg t")


@case("CC-031", "HT-P2P-1", "HT-P2P-3")
def test_second_player_puts_the_pawn_before_the_first_starts() -> None:
    s = Scenario("hanse-2-3", edition="first", players=2)
    s.position = s.game.start()
    s.play("chance exchange-posts", "chance remove-3", "chance additional-post")
    assert s.game.setup["modules"] == ["two-player-pawn"]
    assert (s.supply(RED), s.stock(RED)) == ((5, 1), (6, 0))
    assert (s.supply(BLUE), s.stock(BLUE)) == ((6, 1), (5, 0))
    assert s.to_move == BLUE
    assert sorted(s.moves) == sorted(f"pawn {province} no" for province in PROVINCES.values())
    s.play("pawn in-6 no")
    assert (s.to_move, s.actions, s.json["pawn"]) == (RED, 2, "in-6")


# end and scoring


@case("CC-032", "HT-END-3", "HT-END-4", "HT-RPL-7")
def test_action_that_reaches_twenty_points_is_carried_out_to_its_end() -> None:
    s = Scenario(
        "hanse-2-3",
        spaces=fill("hamburg--stade", RED, "ttt"),
        posts={"hamburg": [RED_T], "stade": [RED_M]},
        abilities={RED: {"privilege": 2}},
        score={RED: 19},
        markers_on_routes={"hamburg--stade": "actions-3"},
        bag_size=5,
    )
    s.play("create hamburg--stade")
    assert (s.score(RED), s.over, s.unused(RED)) == (21, False, ["actions-3"])
    assert (s.json["plate"], sum(s.json["bag"].values())) == ({"0": 1}, 4 + 1)
    s.play("reward ability privilege")
    assert s.level(RED, "privilege") == 3
    assert (s.ended_by, s.to_move, s.moves) == ("twenty-points", None, [])
    assert [s.line(RED, name) for name in ("track", "abilities", "markers")] == [21, 4, 1]
    assert s.json["markers_on_routes"] == {}
    assert s.happened("MarkerPlaced") == []


@case("CC-033", "HT-RPL-7", "HT-SCO-C")
@pytest.mark.parametrize("earlier", [[], ["move-3"]], ids=["both-taken-markers-count", "the-plate-marker-does-not"])
def test_failed_draw_ends_the_game_and_the_plate_marker_counts_for_nothing(earlier: list[str]) -> None:
    s = Scenario(
        spaces=merge(fill("dortmund--duisburg", RED, "tt"), fill("kampen--osnabruck", RED, "tt")),
        markers_on_routes={"dortmund--duisburg": "actions-4", "kampen--osnabruck": "actions-3"},
        used_markers={RED: earlier},
        bag_size=1,
        actions=2,
    )
    s.play("create dortmund--duisburg", "reward nothing")
    assert (s.over, s.to_move, s.json["plate"]) == (False, RED, {"0": 1})
    s.play("create kampen--osnabruck")
    assert not s.over
    assert len(s.happened("MarkerSupplyExhausted")) == 1
    s.play("reward nothing")
    assert (s.ended_by, s.to_move) == ("marker-supply", None)
    assert (s.unused(RED), s.json["plate"]) == (["actions-3", "actions-4"], {"0": 1})
    assert s.line(RED, "markers") == 3  # two or three markers; one gives 1, four give 6


@case("CC-034", "HT-NET-1")
def test_only_the_network_with_most_posts_counts() -> None:
    s = Scenario(
        posts={
            "minden": [RED_T, RED_T, RED_T],
            "hannover": [RED_T, RED_T],
            "hamburg": [RED_T],
            "lubeck": [RED_T],
            "stade": [RED_M],
            "emden": [RED_M],
        },
        abilities={RED: {"keys": 1, "book": 1}},
    )
    assert s.line(RED, "network") == 5 * 2


# creating for nothing, coins, privilege, favour


@case("CC-035", "HT-RTE-1", "HT-RTE-3", "HT-RTE-5")
@pytest.mark.parametrize(
    "posts",
    [
        {"bremen": [BLUE_M, BLUE_T], "osnabruck": [BLUE_T, BLUE_T, BLUE_T]},
        {"bremen": [BLUE_M], "osnabruck": [BLUE_T]},
    ],
    ids=["full", "beyond-the-privilege"],
)
def test_route_may_be_created_for_its_marker_alone(posts: Pieces) -> None:
    s = Scenario(spaces=fill("bremen--osnabruck", RED, "ttt"), posts=posts, supply={RED: [5, 1]})
    assert s.json["markers_on_routes"]["bremen--osnabruck"] == "additional-post"
    assert s.stock(RED) == (3, 0)
    s.play("create bremen--osnabruck")
    assert s.offered("reward") == ["nothing"]
    s.play("reward nothing")
    assert s.unused(RED) == ["additional-post"]
    assert (s.supply(RED), s.stock(RED), s.json["spaces"]) == ((5, 1), (6, 0), {})
    assert (s.json["plate"], s.actions) == ({"0": 1}, 1)


@case("CC-036", "HT-COI-1")
@pytest.mark.parametrize(("board", "points"), [("hanse-2-3", 1), ("hanse-4-5", 0)])
@pytest.mark.parametrize(("city", "route"), [("warburg", "paderborn--warburg"), ("stade", "hamburg--stade")])
def test_first_posts_of_warburg_and_stade_have_a_coin_only_on_the_small_board(
    city: str, route: str, board: str, points: int
) -> None:
    s = Scenario(board, spaces=fill(route, RED, "mtt"), abilities={RED: {"privilege": 1}})
    s.play(f"create {route}", f"reward post {city}")
    assert s.posts(city)[0] == (RED_M if city == "stade" else RED_T)
    assert s.score(RED) == points
    assert s.happened("CoinScored") == [{"seat": RED, "city": city, "points": 1}] * points


@case("CC-037", "HT-PST-4")
@pytest.mark.parametrize(("privilege", "offered"), [(0, False), (1, True)], ids=["white", "orange"])
def test_first_post_of_warburg_needs_the_orange_privilege(privilege: int, offered: bool) -> None:
    s = Scenario(spaces=fill("paderborn--warburg", RED, "ttt"), abilities={RED: {"privilege": privilege}})
    s.play("create paderborn--warburg")
    assert s.legal("reward post warburg") is offered
    assert s.legal("reward post paderborn")


@case("CC-038", "HT-FAV-5", "HT-TRN-2")
def test_favour_more_actions_gives_a_sixth_action() -> None:
    s = Scenario(
        modules=["emperors-favour"],
        favours={RED: ["extra-action"]},
        abilities={RED: {"actions": 5}},
        active=YELLOW,
    )
    s.play("end-turn")
    assert (s.to_move, s.actions) == (RED, 6)
    for space in range(1, 4):
        s.play(f"place arnheim--kampen.{space} t", "income 1 0")
    assert (s.to_move, s.actions, s.moves) == (RED, 0, ["end-turn"])

"""Using markers, and drawing and placing replacements, follow the cases of section 12.6."""

from typing import Any

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, PURPLE, RED, YELLOW, Pieces, Scenario, fill, merge

TAVERNS = {"bremen--osnabruck", "goslar--hildesheim", "luneburg--perleberg"}
TWO_TAVERNS_FULL = merge(fill("bremen--osnabruck", RED, "ttt"), fill("goslar--hildesheim", RED, "ttt"))
TAKE_FIRST = ("create bremen--osnabruck", "reward nothing")
TAKE_SECOND = ("create goslar--hildesheim", "reward nothing")
HIGHEST = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}


def routes_of(scenario: Scenario) -> set[str]:
    """Return every route of the board."""
    return set(scenario.game.board.routes)


def marker_supply(scenario: Scenario) -> int:
    """Return the number of markers left to draw: the bag less the unseen ones on plates. [HT-RNG-2]"""
    plates: list[int] = [plate for plate in scenario.json["plate"].values() if isinstance(plate, int)]
    bag: list[int] = list(scenario.json["bag"].values())
    return sum(bag) - sum(plates)


def verbs(scenario: Scenario) -> set[str]:
    """Return the first words of the legal moves."""
    return {move.split()[0] for move in scenario.moves}


@case("CC-170", "HT-BMK-4", "HT-BMK-14", "HT-TRN-5")
def test_several_action_markers_may_be_used_in_one_turn_after_the_last_action() -> None:
    s = Scenario(actions=0, unused_markers={RED: ["actions-3", "actions-4"]})
    assert verbs(s) == {"use", "end-turn"}
    assert s.play("use actions-3").actions == 3
    assert s.play("use actions-4").actions == 7
    assert s.unused(RED) == []
    assert s.used(RED) == ["actions-3", "actions-4"]
    assert {"income", "place"} <= verbs(s)


@case("CC-171", "HT-RPL-2", "HT-TRN-6")
def test_two_markers_taken_in_one_turn_are_shown_and_placed_one_by_one_on_two_routes() -> None:
    s = Scenario(spaces=TWO_TAVERNS_FULL).play(*TAKE_FIRST, *TAKE_SECOND)
    assert s.unused(RED) == ["additional-post", "exchange-posts"]
    assert s.json["plate"] == {"0": 2}
    assert s.json["markers_on_routes"] == {"luneburg--perleberg": "move-3"}

    assert s.play("end-turn").to_move == "chance"
    assert s.play("chance actions-3").to_move == "chance"
    assert s.play("chance develop-ability").to_move == RED
    assert s.happened("MarkerRevealed") == [
        {"seat": RED, "marker": "actions-3"},
        {"seat": RED, "marker": "develop-ability"},
    ]
    assert sorted(s.json["plate"]["0"]) == ["actions-3", "develop-ability"]
    free = routes_of(s) - {"luneburg--perleberg"}
    assert set(s.moves) == {
        f"place-marker {route} {marker}" for route in free for marker in ("actions-3", "develop-ability")
    }

    s.play("place-marker hamburg--stade develop-ability")
    assert s.to_move == RED
    assert set(s.moves) == {f"place-marker {route} actions-3" for route in free - {"hamburg--stade"}}
    s.play("place-marker hamburg--lubeck actions-3")
    assert s.to_move == BLUE
    assert s.json["plate"] == {}
    assert s.json["markers_on_routes"] == {
        "hamburg--lubeck": "actions-3",
        "hamburg--stade": "develop-ability",
        "luneburg--perleberg": "move-3",
    }


@case("CC-172", "HT-RPL-2")
@pytest.mark.parametrize(("last_post", "is_offered"), [([GREEN, "t"], False), (None, True)])
def test_a_marker_needs_an_empty_post_space_at_an_end_of_the_route(
    last_post: list[object] | None, is_offered: bool
) -> None:
    posts = {"duisburg": [[BLUE, "t"]], "dortmund": [[BLUE, "m"], [BLUE, "t"], last_post]}
    s = Scenario(posts=posts, plate={RED: ["actions-3"]}).play("end-turn")
    closed = set() if is_offered else {"dortmund--duisburg"}
    assert s.routes("place-marker") == routes_of(s) - TAVERNS - closed


@case("CC-173", "HT-RPL-2")
@pytest.mark.parametrize("piece", [[RED, "t"], [BLUE, "t"], [BLUE, "m"]])
def test_no_marker_goes_to_a_route_with_a_piece_or_with_a_marker(piece: list[object]) -> None:
    s = Scenario(
        spaces={"hamburg--stade.2": piece},
        markers_on_routes={"emden--stade": "move-3", "luneburg--perleberg": "exchange-posts"},
        plate={RED: ["actions-3"]},
    ).play("end-turn")
    taken = {"hamburg--stade", "emden--stade", "luneburg--perleberg"}
    assert s.routes("place-marker") == routes_of(s) - taken


@case("CC-174", "HT-RPL-6", "HT-RPL-7", "HT-INV-5")
def test_a_marker_that_fits_no_route_waits_on_the_plate_for_its_owners_next_turn() -> None:
    marked = {"dortmund--duisburg": "move-3", "hamburg--stade": "exchange-posts", "emden--stade": "actions-3"}
    others = sorted(routes_of(Scenario()) - set(marked))
    s = Scenario(
        posts={"duisburg": [[GREEN, "t"]], "dortmund": [[GREEN, "m"], [GREEN, "t"], [GREEN, "t"]]},
        spaces=merge(
            {f"{route}.1": [n % 4, "t"] for n, route in enumerate(others)},
            fill("dortmund--duisburg", RED, "tt"),
        ),
        markers_on_routes=marked,
    )
    s.play("create dortmund--duisburg", "reward nothing", "end-turn", "chance actions-4")
    assert (s.to_move, s.actions) == (BLUE, 2)
    assert s.json["plate"] == {"0": ["actions-4"]}
    assert s.happened("MarkersLeftOver") == [{"seat": RED, "count": 1}]
    assert s.json["markers_on_routes"] == {"hamburg--stade": "exchange-posts", "emden--stade": "actions-3"}
    assert s.unused(RED) == ["move-3"]
    assert s.line(RED, "markers") == 1

    emptied = others[BLUE]
    s.play(f"lift {emptied}.1", "stop", f"put {others[0]}.2", "end-turn")
    assert s.to_move == GREEN
    s.play("end-turn", "end-turn")
    assert s.to_move == RED
    assert s.json["plate"] == {"0": ["actions-4"]}
    assert s.offered("use") == ["move-3"]
    s.play("end-turn")
    assert (s.to_move, s.moves) == (RED, [f"place-marker {emptied} actions-4"])
    s.play(f"place-marker {emptied} actions-4")
    assert s.to_move == BLUE
    assert s.json["plate"] == {}
    assert s.json["markers_on_routes"] == {
        "hamburg--stade": "exchange-posts",
        "emden--stade": "actions-3",
        emptied: "actions-4",
    }


@case("CC-175", "HT-RPL-1", "HT-END-1")
def test_drawing_the_last_marker_ends_nothing_but_the_next_draw_fails_and_ends_the_game() -> None:
    s = Scenario(
        spaces=merge(fill("bremen--osnabruck", RED, "ttt"), fill("goslar--hildesheim", BLUE, "ttt")),
        bag={"actions-3": 1},
    )
    assert marker_supply(s) == 1
    s.play(*TAKE_FIRST)
    assert marker_supply(s) == 0
    assert (s.over, s.to_move, s.actions) == (False, RED, 1)
    s.play("end-turn", "chance actions-3", "place-marker hamburg--stade actions-3")
    assert (s.over, s.to_move) == (False, BLUE)

    s.play("create goslar--hildesheim")
    assert s.happened("MarkerSupplyExhausted") == [{"seat": BLUE}]
    assert (s.over, s.to_move, s.moves) == (
        False,
        BLUE,
        ["reward post goslar", "reward post hildesheim", "reward nothing"],
    )
    s.play("reward post goslar")
    assert (s.ended_by, s.to_move, s.moves) == ("marker-supply", None, [])
    assert s.posts("goslar") == [[BLUE, "t"], None]
    assert s.unused(BLUE) == ["exchange-posts"]


@case("CC-176", "ED-02", "HT-END-1")
@pytest.mark.parametrize(("edition", "last"), [("first", 14), ("big-box", 13)])
def test_the_game_ends_with_the_marker_whose_replacement_cannot_be_drawn(edition: str, last: int) -> None:
    s = Scenario(edition=edition, abilities={RED: {"actions": 5}}, supply={RED: [11, 1]})
    for taken in range(1, last):
        s.play(*(f"place bremen--osnabruck.{n} t" for n in (1, 2, 3)), *TAKE_FIRST, "income 3 0", "end-turn")
        assert not s.over
        assert len(s.unused(RED)) == taken
        marker = s.offered("chance")[0]
        s.play(f"chance {marker}", f"place-marker bremen--osnabruck {marker}", *["end-turn"] * 3)
    s.play(*(f"place bremen--osnabruck.{n} t" for n in (1, 2, 3)), *TAKE_FIRST)
    assert s.ended_by == "marker-supply"
    assert len(s.unused(RED)) == last


@case("CC-177", "HT-BMK-11", "ED-06")
@pytest.mark.parametrize(("edition", "pairs"), [("second", ["minden 0"]), ("big-box", [])])
def test_only_the_big_box_asks_for_an_own_post_in_an_exchange(edition: str, pairs: list[str]) -> None:
    s = Scenario(
        edition=edition,
        posts={"minden": [[BLUE, "t"], [GREEN, "t"]]},
        unused_markers={RED: ["exchange-posts"]},
    )
    assert s.offered("use", "exchange-posts") == pairs
    for pair in pairs:
        s.play(f"use exchange-posts {pair}")
        assert s.posts("minden") == [[GREEN, "t"], [BLUE, "t"], None, None]
        assert s.used(RED) == ["exchange-posts"]


@case("CC-178", "HT-BMK-11")
def test_an_exchange_needs_two_occupied_neighbouring_spaces() -> None:
    s = Scenario(posts={"minden": [[RED, "t"], [BLUE, "t"]]}, unused_markers={RED: ["exchange-posts"]})
    assert s.offered("use") == ["exchange-posts minden 0"]


@case("HT-BMK-11", "AMB-14")
def test_two_posts_of_one_owner_are_not_exchanged() -> None:
    posts = {"minden": [[RED, "t"], [RED, "t"], [BLUE, "t"]]}
    s = Scenario(posts=posts, unused_markers={RED: ["exchange-posts"]})
    assert s.offered("use") == ["exchange-posts minden 1"]


@case("CC-179", "HT-BMK-12", "HT-RTE-2")
@pytest.mark.parametrize(
    ("before", "scores"),
    [((), (0, 1)), (("use exchange-posts hamburg 0",), (1, 0))],
    ids=["without", "after an exchange"],
)
def test_control_changes_at_once_by_an_exchange(before: tuple[str, ...], scores: tuple[int, int]) -> None:
    s = Scenario(
        posts={"hamburg": [[RED, "t"], [BLUE, "t"]]},
        spaces=fill("hamburg--lubeck", RED, "ttt"),
        unused_markers={RED: ["exchange-posts"]},
    ).play(*before)
    assert s.actions == 2
    s.play("create hamburg--lubeck")
    assert (s.score(RED), s.score(BLUE)) == scores


@case("CC-180", "HT-BMK-15")
def test_remove_three_sends_pieces_of_any_owner_to_their_owners_supplies() -> None:
    s = Scenario(
        edition="second",
        spaces={
            "hamburg--stade.1": [BLUE, "m"],
            "hamburg--lubeck.2": [BLUE, "t"],
            "emden--stade.1": [RED, "t"],
        },
        supply={RED: [5, 1], BLUE: [6, 0]},
        unused_markers={RED: ["remove-3"]},
    )
    stocks = s.stock(RED), s.stock(BLUE)
    s.play("use remove-3", "remove hamburg--stade.1", "remove hamburg--lubeck.2", "remove emden--stade.1")
    assert s.supply(BLUE) == (7, 1)
    assert s.supply(RED) == (6, 1)
    assert (s.stock(RED), s.stock(BLUE)) == stocks
    assert s.json["spaces"] == {}
    assert s.used(RED) == ["remove-3"]
    assert (s.to_move, s.actions) == (RED, 2)
    assert s.legal("end-turn")


@case("CC-181", "HT-BMK-3", "HT-BMK-16")
@pytest.mark.parametrize(("owner", "is_usable"), [(RED, False), (BLUE, True)])
def test_move_three_needs_a_piece_of_an_opponent(owner: int, is_usable: bool) -> None:
    spaces = merge(fill("hamburg--stade", RED, "tm"), fill("emden--stade", owner, "t"))
    s = Scenario(spaces=spaces, unused_markers={RED: ["move-3"]})
    assert s.legal("use move-3") == is_usable


@case("CC-182", "HT-BMK-2", "HT-BMK-3")
def test_develop_needs_an_ability_below_its_maximum_and_scores_unused() -> None:
    s = Scenario(abilities={RED: HIGHEST}, unused_markers={RED: ["develop-ability"]})
    assert s.offered("use") == []
    assert s.line(RED, "markers") == 1
    below = Scenario(abilities={RED: HIGHEST | {"bank": 2}}, unused_markers={RED: ["develop-ability"]})
    assert below.offered("use") == ["develop-ability bank"]


def face_down(**fields: Any) -> Scenario:
    """Return a position of the second edition in which markers are placed face down. [AMB-12]"""
    return Scenario(edition="second", switches={"marker_facing": "down"}, **fields)


@case("CC-183", "HT-RPL-5", "HT-DEC-2", "HT-BMK-1")
@pytest.mark.parametrize("marker", ["develop-ability", "additional-post", "actions-3"])
def test_a_face_down_marker_is_shown_when_taken_before_the_reward_is_chosen(marker: str) -> None:
    s = face_down(
        markers_on_routes={"hamburg--stade": "?"},
        posts={"hamburg": [[BLUE, "t"]]},
        abilities={RED: {"privilege": 1}},
        spaces=fill("hamburg--stade", RED, "ttt"),
    )
    assert s.play("create hamburg--stade").to_move == "chance"
    assert set(s.offered("chance")) == set(s.json["bag"])
    assert s.unused(RED) == []

    s.play(f"chance {marker}")
    assert s.happened("MarkerTaken") == [{"seat": RED, "marker": marker, "route": "hamburg--stade"}]
    assert (s.to_move, s.unused(RED), s.json["plate"]) == (RED, [marker], {"0": 1})
    assert s.moves == ["reward post hamburg", "reward ability privilege", "reward nothing"]
    s.play("reward post hamburg")
    assert s.legal(f"use {marker}") == (marker != "additional-post")


@case("CC-183", "HT-RPL-5", "HT-INF-1")
def test_a_face_down_marker_is_placed_unseen_and_its_type_is_unknown() -> None:
    s = face_down(plate={RED: 1}).play("end-turn")
    assert (s.to_move, set(s.offered("place-marker"))) == (RED, routes_of(s) - TAVERNS)
    s.play("place-marker hamburg--stade")
    assert s.json["markers_on_routes"]["hamburg--stade"] == "?"
    assert s.happened("MarkerPlaced") == [{"seat": RED, "marker": "?", "route": "hamburg--stade"}]
    assert (s.to_move, sum(s.json["bag"].values())) == (BLUE, 12)


@case("CC-184", "HT-DSP-13", "HT-TRN-7")
def test_the_displaced_player_uses_no_marker_in_the_sub_turn() -> None:
    s = Scenario(spaces=fill("dortmund--paderborn", BLUE, "t"), unused_markers={BLUE: ["develop-ability"]})
    s.play("displace dortmund--paderborn.1 t 0")
    assert (s.to_move, verbs(s)) == (BLUE, {"relocate"})
    s.play("relocate dortmund--duisburg.1 t")
    assert (s.to_move, verbs(s)) == (BLUE, {"relocate", "stop"})
    s.play("stop")
    assert (s.to_move, s.legal("use")) == (RED, False)
    s.play("end-turn")
    assert (s.to_move, s.legal("use develop-ability")) == (BLUE, True)


@case("CC-185", "HT-RPL-4")
def test_plate_markers_wait_for_the_end_of_the_turn_with_its_extra_actions() -> None:
    s = Scenario(actions=1, spaces=TWO_TAVERNS_FULL, unused_markers={RED: ["actions-3"]})
    s.play(*TAKE_FIRST)
    assert (s.to_move, s.actions, s.json["plate"]) == (RED, 0, {"0": 1})
    s.play("use actions-3", *TAKE_SECOND)
    assert (s.to_move, s.actions, s.json["plate"]) == (RED, 2, {"0": 2})
    assert s.happened("MarkerPlaced") == []
    s.play("end-turn", "chance actions-4", "chance develop-ability")
    assert verbs(s) == {"place-marker"}
    s.play("place-marker hamburg--stade actions-4")
    assert verbs(s) == {"place-marker"}
    s.play("place-marker hamburg--lubeck develop-ability")
    assert (s.to_move, s.json["plate"]) == (BLUE, {})
    assert set(s.json["markers_on_routes"]) == {"hamburg--stade", "hamburg--lubeck", "luneburg--perleberg"}


@case("CC-186", "HT-ABL-3", "AMB-32")
@pytest.mark.parametrize(("level", "gained"), [(0, 1), (1, 0), (2, 1), (3, 0), (4, 1)])
def test_a_raised_actions_value_counts_at_once_after_the_last_action(level: int, gained: int) -> None:
    s = Scenario(
        actions=0,
        abilities={RED: {"actions": level}},
        supply={RED: [5, 1]},
        unused_markers={RED: ["develop-ability"]},
    )
    assert not s.legal("place")
    s.play("use develop-ability actions")
    assert (s.level(RED, "actions"), s.actions) == (level + 1, gained)
    assert s.supply(RED) == (6, 1)
    assert s.legal("place") == bool(gained)


@case("CC-187", "HT-RPL-3")
def test_a_marker_may_go_to_the_route_created_this_turn() -> None:
    s = Scenario(
        spaces=fill("bremen--osnabruck", RED, "ttt"),
        posts={"bremen": [[BLUE, "m"], [BLUE, "t"]], "osnabruck": [[BLUE, "t"], [BLUE, "t"], None]},
    )
    s.play(*TAKE_FIRST, "end-turn", "chance actions-4")
    assert s.routes("place-marker") == routes_of(s) - {"goslar--hildesheim", "luneburg--perleberg"}
    s.play("place-marker bremen--osnabruck actions-4")
    assert s.json["markers_on_routes"]["bremen--osnabruck"] == "actions-4"
    assert s.to_move == BLUE


def full_board(kept: Pieces) -> Pieces:
    """Return every space of the East board occupied: the kept ones unchanged, the others not by Blue."""
    board = Scenario("east-3-5").game.board
    ships = [space for space, is_ship in zip(board.spaces, board.board_tables()["is_ship"], strict=True) if is_ship]
    houses = [space for space in board.spaces if space not in ships]
    merchants = [[owner, "m"] for owner in (RED, GREEN, YELLOW, PURPLE) for _ in range(4)]
    traders = [[owner, "t"] for owner in (GREEN, YELLOW, PURPLE, RED) for _ in range(26)]
    return dict(zip(ships, merchants, strict=False)) | dict(zip(houses, traders, strict=False)) | kept


@case("CC-188", "HT-BMK-16", "HT-MOV-4")
def test_a_merchant_lifted_by_move_three_must_leave_the_house_to_the_trader() -> None:
    s = Scenario(
        "east-3-5",
        players=5,
        abilities=dict.fromkeys(range(5), HIGHEST),
        spaces=full_board({"malmo--stralsund.1": [BLUE, "m"], "malmo--stralsund.3": [BLUE, "t"]}),
        unused_markers={RED: ["move-3"]},
    )
    assert set(s.json["spaces"]) == set(s.game.board.spaces)
    s.play("use move-3", "lift malmo--stralsund.1", "lift malmo--stralsund.3", "stop")
    assert s.moves == ["put malmo--stralsund.1"]
    s.play("put malmo--stralsund.1")
    assert s.moves == ["put malmo--stralsund.3"]
    s.play("put malmo--stralsund.3")
    assert s.space("malmo--stralsund.1") == [BLUE, "m"]
    assert s.space("malmo--stralsund.3") == [BLUE, "t"]
    assert (s.unused(RED), s.used(RED)) == ([], ["move-3"])
    assert (s.to_move, s.actions) == (RED, 5)


@case("CC-189", "HT-RPL-1", "HT-RNG-2", "HT-END-1")
def test_a_marker_unseen_on_the_plate_is_no_supply_for_the_next_draw() -> None:
    s = Scenario(
        actions=1,
        spaces=TWO_TAVERNS_FULL,
        unused_markers={RED: ["actions-3"]},
        bag={"develop-ability": 1},
    )
    s.play(*TAKE_FIRST)
    assert (s.over, s.actions, s.json["plate"]) == (False, 0, {"0": 1})
    assert (marker_supply(s), s.json["bag"]) == (0, {"develop-ability": 1})
    s.play("use actions-3", "create goslar--hildesheim")
    assert (s.over, s.to_move) == (False, RED)
    assert s.happened("MarkerSupplyExhausted") == [{"seat": RED}]
    s.play("reward nothing")
    assert (s.ended_by, s.moves) == ("marker-supply", [])
    assert s.json["plate"] == {"0": 1}
    assert s.line(RED, "markers") == 3

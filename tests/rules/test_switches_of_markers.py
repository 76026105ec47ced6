"""The switches of replacement markers and of the moment of use: what every value makes different."""

from __future__ import annotations

from typing import Any

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, NEUTRAL, RED, YELLOW, Pieces, Scenario, fill, merge

TAVERNS = ("bremen--osnabruck", "goslar--hildesheim", "luneburg--perleberg")
TAVERN = TAVERNS[0]
TAVERN_ENDS = {
    "bremen": [[BLUE, "m"], [BLUE, "t"]],
    "osnabruck": [[BLUE, "t"], [BLUE, "t"], [BLUE, "t"]],
}


def one_piece_on(routes: list[str], owners: list[int]) -> Pieces:
    """A trader on the first space of every route, of the owners in order."""
    return {f"{route}.1": [owner, "t"] for route, owner in zip(routes, owners, strict=True)}


def nothing_fits(switches: dict[str, Any], **fields: Any) -> Scenario:
    """Red fills the tavern route between two completed cities; every other route is marked or occupied."""
    board = Scenario().game.board
    others = [route for route in board.routes if route not in TAVERNS]
    owners = [GREEN] * 11 + [YELLOW] * 11 + [BLUE] * 7 + [RED] * 2
    spaces = merge(fill(TAVERN, RED, "ttt"), one_piece_on(others, owners))
    return Scenario(switches=switches, spaces=spaces, posts=TAVERN_ENDS, **fields)


def created(table: Scenario) -> Scenario:
    """The table after Red created the tavern route for nothing."""
    return table.play(f"create {TAVERN}", "reward nothing")


# marker_stuck


@case("HT-RPL-6", "HT-RPL-7", "AMB-13")
def test_a_stuck_marker_is_carried_to_the_next_turn_of_its_owner() -> None:
    table = created(nothing_fits({"marker_stuck": "carry"}))
    table.play("end-turn", "chance actions-3")
    assert (table.to_move, table.json["plate"], table.json["discarded"]) == (BLUE, {"0": ["actions-3"]}, {})
    assert len(table.json["markers_on_routes"]) == 2
    assert table.happened("MarkersLeftOver") == [{"seat": RED, "count": 1}]
    table.play("end-turn", "end-turn", "end-turn")
    assert table.to_move == RED
    assert not table.legal("use actions-3"), "a plate marker cannot be used"
    table.play("end-turn")
    assert (table.to_move, table.json["plate"]) == (BLUE, {"0": ["actions-3"]}), "it does not fit yet"


@case("HT-RPL-6", "AMB-13")
def test_a_carried_marker_is_placed_as_soon_as_a_route_qualifies_at_the_end_of_an_own_turn() -> None:
    table = created(nothing_fits({"marker_stuck": "carry"}))
    table.play("end-turn", "chance actions-3", "end-turn", "end-turn", "end-turn")
    own = [space for space, piece in table.json["spaces"].items() if piece[0] == RED]
    freed = own[0].rsplit(".", 1)[0]
    table.play(f"lift {own[0]}", "stop", f"put {TAVERN}.1", "end-turn")
    assert table.to_move == RED
    assert table.moves == [f"place-marker {freed} actions-3"]
    table.play(f"place-marker {freed} actions-3")
    assert (table.to_move, table.json["plate"]) == (BLUE, {})


@case("HT-RPL-6", "AMB-13")
def test_a_stuck_marker_is_discarded() -> None:
    table = created(nothing_fits({"marker_stuck": "discard"}))
    table.play("end-turn", "chance actions-3")
    assert (table.to_move, table.json["plate"]) == (BLUE, {})
    assert table.json["discarded"] == {"actions-3": 1}
    assert len(table.json["markers_on_routes"]) == 2
    assert table.line(RED, "markers") == 1, "only the marker taken counts"


@case("HT-RPL-6", "AMB-13")
def test_a_relaxed_marker_first_needs_no_empty_post_space() -> None:
    table = created(nothing_fits({"marker_stuck": "relax"}))
    table.play("end-turn", "chance actions-3")
    assert table.moves == [f"place-marker {TAVERN} actions-3"]
    table.play(f"place-marker {TAVERN} actions-3")
    assert (table.to_move, table.json["plate"]) == (BLUE, {})


@case("HT-RPL-6", "AMB-13")
def test_a_relaxed_marker_then_goes_to_occupied_routes_too() -> None:
    table = created(nothing_fits({"marker_stuck": "relax"}, supply={RED: [2, 0]}))
    table.play(f"place {TAVERN}.2 t", "end-turn", "chance actions-3")
    unmarked = set(table.game.board.routes) - set(TAVERNS[1:])
    assert {words.split()[0] for words in table.offered("place-marker")} == unmarked


@case("HT-RPL-6", "HT-RPL-2", "AMB-13")
def test_a_marker_that_fits_is_not_relaxed() -> None:
    table = Scenario(switches={"marker_stuck": "relax"}, spaces=fill(TAVERN, RED, "ttt"), posts=TAVERN_ENDS)
    created(table).play("end-turn", "chance actions-3")
    routes = {words.split()[0] for words in table.offered("place-marker")}
    assert routes == set(table.game.board.routes) - set(TAVERNS)


@case("HT-RPL-6", "HT-P2N-13", "AMB-13")
def test_a_lone_neutral_trader_comes_before_any_relaxing() -> None:
    setup = Scenario("hanse-2-3", edition="second", players=2).game.board
    crowded = merge(
        *(
            fill(route, NEUTRAL, "tt" if f"{route}.3" in setup.spaces else "t")
            for route in setup.routes
            if route not in (*TAVERNS, "hamburg--stade")
        ),
        *({f"{route}.2": [BLUE, "t"]} for route in setup.routes if f"{route}.3" not in setup.spaces),
    )
    table = Scenario(
        "hanse-2-3",
        edition="second",
        players=2,
        switches={"marker_stuck": "relax"},
        spaces=merge(crowded, fill(TAVERN, RED, "ttt"), fill("hamburg--stade", NEUTRAL, "t")),
        posts={"bremen": [[NEUTRAL, "t"]], "osnabruck": [[NEUTRAL, "t"]] * 3},
    )
    created(table).play("end-turn", "chance actions-3")
    assert table.moves == ["place-marker hamburg--stade actions-3"]


@case("HT-RPL-6", "AMB-13")
def test_a_stuck_marker_ends_the_game_after_the_turn() -> None:
    table = created(nothing_fits({"marker_stuck": "end-game"}))
    assert (table.to_move, table.over, table.actions) == (RED, False, 1)
    table.play("end-turn", "chance actions-3")
    assert (table.to_move, table.ended_by) == (None, "marker-stuck")
    assert table.line(RED, "markers") == 1, "the plate marker is put aside"


@case("HT-RPL-6", "AMB-11", "AMB-13")
def test_a_marker_stuck_after_an_action_lets_the_turn_go_on_before_the_game_ends() -> None:
    table = created(nothing_fits({"marker_stuck": "end-game", "marker_place_time": "end-of-action"}))
    table.play("chance actions-3")
    assert (table.to_move, table.over, table.actions) == (RED, False, 1)
    table.play("end-turn")
    assert table.ended_by == "marker-stuck"


@case("HT-RPL-6", "AMB-11", "AMB-13")
def test_a_marker_that_fits_after_all_before_the_turn_is_over_does_not_end_the_game() -> None:
    table = created(nothing_fits({"marker_stuck": "end-game", "marker_place_time": "end-of-action"}))
    table.play("chance actions-3")
    own = next(space for space, piece in table.json["spaces"].items() if piece[0] == RED)
    table.play(f"lift {own}", "stop", f"put {TAVERN}.1", "end-turn")
    assert table.routes("place-marker") == {own.rsplit(".", 1)[0]}
    table.play(f"place-marker {own.rsplit('.', 1)[0]} actions-3")
    assert (table.over, table.to_move) == (False, BLUE)


# marker_place_time


@case("HT-RPL-4", "AMB-11")
@pytest.mark.parametrize(("time", "decider"), [("end-of-turn", RED), ("end-of-action", "chance")])
def test_a_replacement_is_placed_at_the_end_of_the_turn_or_of_the_action(time: str, decider: int | str) -> None:
    table = created(Scenario(switches={"marker_place_time": time}, spaces=fill(TAVERN, RED, "ttt")))
    assert (table.to_move, table.actions) == (decider, 1)
    if time == "end-of-turn":
        assert table.json["plate"] == {"0": 1}
        table.play("end-turn")
    table.play("chance actions-3", "place-marker minden--munster actions-3")
    assert table.json["markers_on_routes"]["minden--munster"] == "actions-3"
    assert (table.to_move, table.actions) == ((BLUE, 2) if time == "end-of-turn" else (RED, 1))


@case("HT-RPL-4", "HT-BMK-14", "AMB-11")
def test_two_markers_of_one_turn_are_placed_each_after_its_action() -> None:
    table = Scenario(
        switches={"marker_place_time": "end-of-action"},
        spaces=merge(fill(TAVERN, RED, "ttt"), fill("goslar--hildesheim", RED, "ttt")),
    )
    created(table).play("chance actions-3", f"place-marker {TAVERN} actions-3")
    table.play("create goslar--hildesheim", "reward nothing", "chance actions-4")
    assert not table.legal(f"place-marker {TAVERN}"), "it bears the first one"
    table.play("place-marker goslar--hildesheim actions-4", "end-turn")
    assert table.to_move == BLUE


# marker_facing


@case("HT-RPL-2", "AMB-12")
def test_a_replacement_is_looked_at_and_lies_face_up() -> None:
    table = created(Scenario(switches={"marker_facing": "up"}, spaces=fill(TAVERN, RED, "ttt")))
    table.play("end-turn")
    assert table.to_move == "chance"
    table.play("chance actions-4", "place-marker minden--munster actions-4")
    assert table.json["markers_on_routes"]["minden--munster"] == "actions-4"


@case("HT-RPL-5", "HT-RNG-2", "AMB-12")
def test_a_replacement_is_placed_unseen_and_lies_face_down_until_taken() -> None:
    table = created(Scenario(switches={"marker_facing": "down"}, spaces=fill(TAVERN, RED, "ttt")))
    assert "?" not in table.json["markers_on_routes"].values(), "tavern markers are always open"
    table.play("end-turn")
    assert table.to_move == RED, "nobody looks at the marker"
    table.play("place-marker minden--munster")
    assert (table.json["plate"], sum(table.json["bag"].values())) == ({}, 12)
    for seat in (BLUE, GREEN, YELLOW, RED):
        assert table.to_move == seat
        assert table.json["markers_on_routes"]["minden--munster"] == "?"
        table.play("end-turn")


@case("HT-RPL-5", "HT-DEC-2", "AMB-12")
def test_a_face_down_marker_is_seen_as_it_is_taken_and_before_the_reward() -> None:
    spaces = merge(fill(TAVERN, RED, "ttt"), fill("minden--munster", BLUE, "tt"))
    markers = {"minden--munster": "?", "goslar--hildesheim": "move-3", TAVERN: "exchange-posts"}
    table = Scenario(
        switches={"marker_facing": "down"},
        active=BLUE,
        abilities={BLUE: {"privilege": 1}},
        spaces=spaces,
        posts={"minden": [[RED, "t"], None, None, None]},
        markers_on_routes=markers,
    )
    table.play("place minden--munster.3 t", "create minden--munster")
    assert (table.to_move, table.unused(BLUE)) == ("chance", [])
    table.play("chance additional-post")
    assert (table.to_move, table.unused(BLUE)) == (BLUE, ["additional-post"])
    assert table.moves == ["reward post minden", "reward nothing"], "Extra Post waits for the next action"


# markers_mid_action


def middle(mid_action: bool, **fields: Any) -> Scenario:
    """Red has Develop and a full route between empty Paderborn and Warburg (orange) with +3 on it."""
    return Scenario(
        switches={"markers_mid_action": mid_action},
        spaces=fill("paderborn--warburg", RED, "ttt"),
        markers_on_routes={"paderborn--warburg": "actions-3"},
        unused_markers={RED: ["develop-ability"]},
        **fields,
    )


@case("HT-TRN-7", "AMB-09")
def test_no_marker_is_used_inside_create() -> None:
    table = middle(False)
    table.play("create paderborn--warburg")
    assert set(table.moves) == {"reward post paderborn", "reward nothing"}
    table.play("reward nothing")
    assert table.legal("use develop-ability")
    assert table.legal("use actions-3")


@case("HT-TRN-7", "HT-BMK-1", "AMB-09")
@pytest.mark.parametrize("moment", ["before step 2", "before step 3", "before step 5"])
def test_markers_are_used_between_the_steps_of_create_but_not_the_one_just_taken(moment: str) -> None:
    table = middle(True)
    uses = {"use develop-ability " + ability for ability in ("keys", "actions", "privilege", "book", "bank")}
    table.play("create paderborn--warburg")
    assert set(table.moves) == {*uses, "stop"}
    assert table.unused(RED) == ["develop-ability"], "step 2 has not come yet"
    if moment != "before step 2":
        table.play("stop")
        assert table.unused(RED) == ["actions-3", "develop-ability"]
        assert set(table.moves) == {*uses, "stop"}, "+3 was taken in this action"
    if moment == "before step 5":
        table.play("stop", "reward nothing")
        assert set(table.moves) == {*uses, "stop"}
        assert table.json["spaces"] == {}, "step 4 is over"
    table.play("use develop-ability privilege")
    if moment != "before step 5":
        assert "reward post warburg" in table.moves, "the new privilege counts for step 3"
        table.play("reward post warburg")
    assert (table.to_move, table.actions) == (RED, 1)
    assert table.used(RED) == ["develop-ability"]
    assert table.legal("use actions-3"), "after the action it may be used"


@case("HT-TRN-7", "AMB-09")
@pytest.mark.parametrize("mid_action", [False, True])
def test_markers_are_never_used_inside_other_actions_or_sub_turns(mid_action: bool) -> None:
    spaces = merge(fill("dortmund--paderborn", BLUE, "t"), fill("hamburg--stade", RED, "tt"))
    table = Scenario(
        switches={"markers_mid_action": mid_action},
        spaces=spaces,
        unused_markers={RED: ["develop-ability"], BLUE: ["actions-3"]},
    )
    table.play("displace dortmund--paderborn.1 t 0")
    assert table.to_move == BLUE
    assert not table.legal("use")
    table.play("relocate dortmund--duisburg.1 t", "stop", "lift hamburg--stade.1")
    assert not table.legal("use")

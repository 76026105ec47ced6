"""Every value of the switches of replacement markers and of the time of use has its effect."""

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
    """Return a trader on the first space of every route, of the owners in order."""
    return {f"{route}.1": [owner, "t"] for route, owner in zip(routes, owners, strict=True)}


def nothing_fits(switches: dict[str, Any], **fields: Any) -> Scenario:
    """Return a position in which Red fills a tavern route and all other routes are marked or occupied."""
    board = Scenario().game.board
    others = [route for route in board.routes if route not in TAVERNS]
    owners = [GREEN] * 11 + [YELLOW] * 11 + [BLUE] * 7 + [RED] * 2
    spaces = merge(fill(TAVERN, RED, "ttt"), one_piece_on(others, owners))
    return Scenario(switches=switches, spaces=spaces, posts=TAVERN_ENDS, **fields)


def created(s: Scenario) -> Scenario:
    """Return the scenario after Red created the tavern route without a reward."""
    return s.play(f"create {TAVERN}", "reward nothing")


# marker_stuck


@case("HT-RPL-6", "HT-RPL-7", "AMB-13")
def test_a_stuck_marker_is_carried_to_the_next_turn_of_its_owner() -> None:
    s = created(nothing_fits({"marker_stuck": "carry"}))
    s.play("end-turn", "chance actions-3")
    assert (s.to_move, s.json["plate"], s.json["discarded"]) == (BLUE, {"0": ["actions-3"]}, {})
    assert len(s.json["markers_on_routes"]) == 2
    assert s.happened("MarkersLeftOver") == [{"seat": RED, "count": 1}]
    s.play("end-turn", "end-turn", "end-turn")
    assert s.to_move == RED
    assert not s.legal("use actions-3"), "a plate marker cannot be used"
    s.play("end-turn")
    assert (s.to_move, s.json["plate"]) == (BLUE, {"0": ["actions-3"]}), "it does not fit yet"


@case("HT-RPL-6", "AMB-13")
def test_a_carried_marker_is_placed_as_soon_as_a_route_qualifies_at_the_end_of_an_own_turn() -> None:
    s = created(nothing_fits({"marker_stuck": "carry"}))
    s.play("end-turn", "chance actions-3", "end-turn", "end-turn", "end-turn")
    own = [space for space, piece in s.json["spaces"].items() if piece[0] == RED]
    freed = own[0].rsplit(".", 1)[0]
    s.play(f"lift {own[0]}", "stop", f"put {TAVERN}.1", "end-turn")
    assert s.to_move == RED
    assert s.moves == [f"place-marker {freed} actions-3"]
    s.play(f"place-marker {freed} actions-3")
    assert (s.to_move, s.json["plate"]) == (BLUE, {})


@case("HT-RPL-6", "AMB-13")
def test_a_stuck_marker_is_discarded() -> None:
    s = created(nothing_fits({"marker_stuck": "discard"}))
    s.play("end-turn", "chance actions-3")
    assert (s.to_move, s.json["plate"]) == (BLUE, {})
    assert s.json["discarded"] == {"actions-3": 1}
    assert len(s.json["markers_on_routes"]) == 2
    assert s.line(RED, "markers") == 1, "only the marker taken counts"


@case("HT-RPL-6", "AMB-13")
def test_a_relaxed_marker_first_needs_no_empty_post_space() -> None:
    s = created(nothing_fits({"marker_stuck": "relax"}))
    s.play("end-turn", "chance actions-3")
    assert s.moves == [f"place-marker {TAVERN} actions-3"]
    s.play(f"place-marker {TAVERN} actions-3")
    assert (s.to_move, s.json["plate"]) == (BLUE, {})


@case("HT-RPL-6", "AMB-13")
def test_a_relaxed_marker_then_goes_to_occupied_routes_too() -> None:
    s = created(nothing_fits({"marker_stuck": "relax"}, supply={RED: [2, 0]}))
    s.play(f"place {TAVERN}.2 t", "end-turn", "chance actions-3")
    unmarked = set(s.game.board.routes) - set(TAVERNS[1:])
    assert {words.split()[0] for words in s.offered("place-marker")} == unmarked


@case("HT-RPL-6", "HT-RPL-2", "AMB-13")
def test_a_marker_that_fits_is_not_relaxed() -> None:
    s = Scenario(switches={"marker_stuck": "relax"}, spaces=fill(TAVERN, RED, "ttt"), posts=TAVERN_ENDS)
    created(s).play("end-turn", "chance actions-3")
    routes = {words.split()[0] for words in s.offered("place-marker")}
    assert routes == set(s.game.board.routes) - set(TAVERNS)


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
    s = Scenario(
        "hanse-2-3",
        edition="second",
        players=2,
        switches={"marker_stuck": "relax"},
        spaces=merge(crowded, fill(TAVERN, RED, "ttt"), fill("hamburg--stade", NEUTRAL, "t")),
        posts={"bremen": [[NEUTRAL, "t"]], "osnabruck": [[NEUTRAL, "t"]] * 3},
    )
    created(s).play("end-turn", "chance actions-3")
    assert s.moves == ["place-marker hamburg--stade actions-3"]


@case("HT-RPL-6", "AMB-13")
def test_a_stuck_marker_ends_the_game_after_the_turn() -> None:
    s = created(nothing_fits({"marker_stuck": "end-game"}))
    assert (s.to_move, s.over, s.actions) == (RED, False, 1)
    s.play("end-turn", "chance actions-3")
    assert (s.to_move, s.ended_by) == (None, "marker-stuck")
    assert s.line(RED, "markers") == 1, "the plate marker is put aside"


@case("HT-RPL-6", "AMB-11", "AMB-13")
def test_a_marker_stuck_after_an_action_lets_the_turn_go_on_before_the_game_ends() -> None:
    s = created(nothing_fits({"marker_stuck": "end-game", "marker_place_time": "end-of-action"}))
    s.play("chance actions-3")
    assert (s.to_move, s.over, s.actions) == (RED, False, 1)
    s.play("end-turn")
    assert s.ended_by == "marker-stuck"


@case("HT-RPL-6", "AMB-11", "AMB-13")
def test_a_marker_that_fits_after_all_before_the_turn_is_over_does_not_end_the_game() -> None:
    s = created(nothing_fits({"marker_stuck": "end-game", "marker_place_time": "end-of-action"}))
    s.play("chance actions-3")
    own = next(space for space, piece in s.json["spaces"].items() if piece[0] == RED)
    s.play(f"lift {own}", "stop", f"put {TAVERN}.1", "end-turn")
    assert s.routes("place-marker") == {own.rsplit(".", 1)[0]}
    s.play(f"place-marker {own.rsplit('.', 1)[0]} actions-3")
    assert (s.over, s.to_move) == (False, BLUE)


# marker_place_time


@case("HT-RPL-4", "AMB-11")
@pytest.mark.parametrize(("time", "decider"), [("end-of-turn", RED), ("end-of-action", "chance")])
def test_a_replacement_is_placed_at_the_end_of_the_turn_or_of_the_action(time: str, decider: int | str) -> None:
    s = created(Scenario(switches={"marker_place_time": time}, spaces=fill(TAVERN, RED, "ttt")))
    assert (s.to_move, s.actions) == (decider, 1)
    if time == "end-of-turn":
        assert s.json["plate"] == {"0": 1}
        s.play("end-turn")
    s.play("chance actions-3", "place-marker minden--munster actions-3")
    assert s.json["markers_on_routes"]["minden--munster"] == "actions-3"
    assert (s.to_move, s.actions) == ((BLUE, 2) if time == "end-of-turn" else (RED, 1))


@case("HT-RPL-4", "HT-BMK-14", "AMB-11")
def test_two_markers_of_one_turn_are_placed_each_after_its_action() -> None:
    s = Scenario(
        switches={"marker_place_time": "end-of-action"},
        spaces=merge(fill(TAVERN, RED, "ttt"), fill("goslar--hildesheim", RED, "ttt")),
    )
    created(s).play("chance actions-3", f"place-marker {TAVERN} actions-3")
    s.play("create goslar--hildesheim", "reward nothing", "chance actions-4")
    assert not s.legal(f"place-marker {TAVERN}"), "it bears the first one"
    s.play("place-marker goslar--hildesheim actions-4", "end-turn")
    assert s.to_move == BLUE


# marker_facing


@case("HT-RPL-2", "AMB-12")
def test_a_replacement_is_revealed_and_placed_face_up() -> None:
    s = created(Scenario(switches={"marker_facing": "up"}, spaces=fill(TAVERN, RED, "ttt")))
    s.play("end-turn")
    assert s.to_move == "chance"
    s.play("chance actions-4", "place-marker minden--munster actions-4")
    assert s.json["markers_on_routes"]["minden--munster"] == "actions-4"


@case("HT-RPL-5", "HT-RNG-2", "AMB-12")
def test_a_replacement_is_placed_face_down_and_unseen_until_taken() -> None:
    s = created(Scenario(switches={"marker_facing": "down"}, spaces=fill(TAVERN, RED, "ttt")))
    assert "?" not in s.json["markers_on_routes"].values(), "tavern markers are always open"
    s.play("end-turn")
    assert s.to_move == RED, "nobody looks at the marker"
    s.play("place-marker minden--munster")
    assert (s.json["plate"], sum(s.json["bag"].values())) == ({}, 12)
    for seat in (BLUE, GREEN, YELLOW, RED):
        assert s.to_move == seat
        assert s.json["markers_on_routes"]["minden--munster"] == "?"
        s.play("end-turn")


@case("HT-RPL-5", "HT-DEC-2", "AMB-12")
def test_a_face_down_marker_is_seen_as_it_is_taken_and_before_the_reward() -> None:
    spaces = merge(fill(TAVERN, RED, "ttt"), fill("minden--munster", BLUE, "tt"))
    markers = {"minden--munster": "?", "goslar--hildesheim": "move-3", TAVERN: "exchange-posts"}
    s = Scenario(
        switches={"marker_facing": "down"},
        active=BLUE,
        abilities={BLUE: {"privilege": 1}},
        spaces=spaces,
        posts={"minden": [[RED, "t"], None, None, None]},
        markers_on_routes=markers,
    )
    s.play("place minden--munster.3 t", "create minden--munster")
    assert (s.to_move, s.unused(BLUE)) == ("chance", [])
    s.play("chance additional-post")
    assert (s.to_move, s.unused(BLUE)) == (BLUE, ["additional-post"])
    assert s.moves == ["reward post minden", "reward nothing"], "Extra Post waits for the next action"


# markers_mid_action


def middle(mid_action: bool, **fields: Any) -> Scenario:
    """Return a position in which Red has Develop and a full route between Paderborn and Warburg with +3 on it."""
    return Scenario(
        switches={"markers_mid_action": mid_action},
        spaces=fill("paderborn--warburg", RED, "ttt"),
        markers_on_routes={"paderborn--warburg": "actions-3"},
        unused_markers={RED: ["develop-ability"]},
        **fields,
    )


@case("HT-TRN-7", "AMB-09")
def test_no_marker_is_used_inside_create() -> None:
    s = middle(False)
    s.play("create paderborn--warburg")
    assert set(s.moves) == {"reward post paderborn", "reward nothing"}
    s.play("reward nothing")
    assert s.legal("use develop-ability")
    assert s.legal("use actions-3")


@case("HT-TRN-7", "HT-BMK-1", "AMB-09")
@pytest.mark.parametrize("moment", ["before step 2", "before step 3", "before step 5"])
def test_markers_are_used_between_the_steps_of_create_but_not_the_one_just_taken(moment: str) -> None:
    s = middle(True)
    uses = {"use develop-ability " + ability for ability in ("keys", "actions", "privilege", "book", "bank")}
    s.play("create paderborn--warburg")
    assert set(s.moves) == {*uses, "stop"}
    assert s.unused(RED) == ["develop-ability"], "step 2 has not come yet"
    if moment != "before step 2":
        s.play("stop")
        assert s.unused(RED) == ["actions-3", "develop-ability"]
        assert set(s.moves) == {*uses, "stop"}, "+3 was taken in this action"
    if moment == "before step 5":
        s.play("stop", "reward nothing")
        assert set(s.moves) == {*uses, "stop"}
        assert s.json["spaces"] == {}, "step 4 is over"
    s.play("use develop-ability privilege")
    if moment != "before step 5":
        assert "reward post warburg" in s.moves, "the new privilege counts for step 3"
        s.play("reward post warburg")
    assert (s.to_move, s.actions) == (RED, 1)
    assert s.used(RED) == ["develop-ability"]
    assert s.legal("use actions-3"), "after the action it may be used"


@case("HT-TRN-7", "AMB-09")
@pytest.mark.parametrize("mid_action", [False, True])
def test_markers_are_never_used_inside_other_actions_or_sub_turns(mid_action: bool) -> None:
    spaces = merge(fill("dortmund--paderborn", BLUE, "t"), fill("hamburg--stade", RED, "tt"))
    s = Scenario(
        switches={"markers_mid_action": mid_action},
        spaces=spaces,
        unused_markers={RED: ["develop-ability"], BLUE: ["actions-3"]},
    )
    s.play("displace dortmund--paderborn.1 t 0")
    assert s.to_move == BLUE
    assert not s.legal("use")
    s.play("relocate dortmund--duisburg.1 t", "stop", "lift hamburg--stade.1")
    assert not s.legal("use")

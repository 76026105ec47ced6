"""The promo markers Swap Marker, Tribute and Block follow their rules."""

from __future__ import annotations

from typing import Any

import pytest

from kontor.core.values import SetupError
from kontor.games.teutonica.setup import resolve
from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, YELLOW, Scenario, fill, merge

BLOCKED = "bremen--hamburg"


def promos(board: str = "hanse-4-5", **fields: Any) -> Scenario:
    """Return a position of a game with promo markers."""
    return Scenario(board, modules=["promo-markers"], **fields)


@case("CC-280", "HT-PRO-2")
def test_a_swap_marker_takes_a_used_marker_of_an_opponent_as_unused() -> None:
    s = promos(unused_markers={RED: ["swap-marker"]}, used_markers={BLUE: ["develop-ability"]})
    assert not s.legal("use develop-ability")
    s.play("use swap-marker")
    assert s.moves == ["swap 1 develop-ability"]
    s.play("swap 1 develop-ability")
    assert s.used(BLUE) == ["swap-marker"]
    assert (s.unused(RED), s.used(RED)) == (["develop-ability"], [])
    assert s.actions == 2
    s.play("use develop-ability book")
    assert s.level(RED, "book") == 1
    assert (s.unused(RED), s.used(RED)) == ([], ["develop-ability"])


@case("CC-280", "HT-PRO-2", "HT-BMK-3")
def test_a_swap_marker_needs_an_opponent_with_a_used_marker() -> None:
    s = promos(unused_markers={RED: ["swap-marker"]}, used_markers={RED: ["develop-ability"]})
    assert not s.legal("use swap-marker"), "own used markers do not count"
    s = promos(
        unused_markers={RED: ["swap-marker"], BLUE: ["actions-3"]},
        used_markers={
            GREEN: ["actions-4", "exchange-posts"],
            YELLOW: ["actions-4"],
            RED: ["develop-ability"],
        },
        markers={"additional-post": 3, "exchange-posts": 3, "actions-3": 1, "actions-4": 2}
        | {"develop-ability": 1, "move-3": 1, "swap-marker": 2, "tribute": 2},
    )
    s.play("use swap-marker")
    assert set(s.moves) == {"swap 2 actions-4", "swap 2 exchange-posts", "swap 3 actions-4"}


@case("CC-281", "HT-PRO-3")
@pytest.mark.parametrize("traders", [0, 1, 2])
def test_a_post_beside_a_tribute_lets_its_owner_move_two_to_the_supply(traders: int) -> None:
    s = promos(
        spaces=fill("bremen--minden", RED, "mtt"),
        attached={BLOCKED: [[GREEN, "tribute"]]},
        supply={GREEN: [5, 1]},
        stock={GREEN: [5, 0]},
    )
    s.play("create bremen--minden", "reward post bremen")
    assert s.to_move == GREEN
    assert s.moves == ["react 0 0", "react 1 0", "react 2 0"]
    s.play(f"react {traders} 0")
    assert (s.supply(GREEN), s.stock(GREEN)) == ((5 + traders, 1), (5 - traders, 0))
    assert (s.to_move, s.actions) == (RED, 1), "the action goes on after the tribute"
    assert s.json["attached"] == {BLOCKED: [[GREEN, "tribute"]]}, "it stays all game"


@case("CC-281", "HT-PRO-3")
def test_a_post_in_another_city_brings_no_tribute() -> None:
    s = promos(spaces=fill("bremen--minden", RED, "mtt"), attached={BLOCKED: [[GREEN, "tribute"]]})
    s.play("create bremen--minden", "reward post minden")
    assert s.to_move == RED
    assert s.happened("TributeTaken") == []


@case("CC-281", "HT-PRO-3", "HT-DEC-4")
def test_tributes_add_up_and_their_owners_react_in_seat_order_from_the_active_player() -> None:
    s = promos(
        active=GREEN,
        spaces=fill("bremen--minden", GREEN, "mtt"),
        attached={BLOCKED: [[BLUE, "tribute"]], "bremen--hannover": [[GREEN, "tribute"]]},
    )
    s.play("create bremen--minden", "reward post bremen")
    assert s.to_move == GREEN, "the active player's own reaction comes first"
    s.play("react 1 0")
    assert s.to_move == BLUE
    s.play("react 2 0")
    assert s.happened("TributeTaken") == [
        {"seat": GREEN, "traders": 1, "merchants": 0},
        {"seat": BLUE, "traders": 2, "merchants": 0},
    ]
    assert s.to_move == GREEN


@case("HT-PRO-3")
def test_two_tributes_of_one_owner_bring_two_reactions_of_any_kinds() -> None:
    s = promos(
        spaces=fill("bremen--minden", RED, "mtt"),
        attached={BLOCKED: [[GREEN, "tribute"], [GREEN, "tribute"]]},
        supply={GREEN: [0, 0]},
    )
    s.play("create bremen--minden", "reward post bremen")
    assert set(s.moves) == {f"react {t} {m}" for t, m in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))}
    s.play("react 1 1")
    assert s.to_move == GREEN
    s.play("react 2 0")
    assert s.supply(GREEN) == (3, 1)


@pytest.mark.parametrize("traders", [1, 2])
@case("HT-PRO-3")
def test_the_owner_of_two_tributes_is_not_asked_again_with_an_empty_stock(traders: int) -> None:
    s = promos(
        spaces=fill("bremen--minden", RED, "mtt"),
        attached={BLOCKED: [[GREEN, "tribute"], [GREEN, "tribute"]]},
        stock={GREEN: [traders, 0]},
    )
    s.play("create bremen--minden", "reward post bremen")
    assert s.to_move == GREEN
    s.play(f"react {traders} 0")
    assert (s.to_move, len(s.happened("TributeTaken"))) == (RED, 1)


@case("HT-PRO-3", "HT-PST-8")
def test_an_extra_post_brings_tribute_too() -> None:
    s = promos(
        spaces=fill("bremen--minden", RED, "ttt"),
        posts={"bremen": [[BLUE, "m"], None]},
        unused_markers={RED: ["additional-post"]},
        attached={BLOCKED: [[RED, "tribute"]]},
    )
    s.play("create bremen--minden", "reward extra_post bremen t")
    assert s.to_move == RED
    assert "react 2 0" in s.moves, "the owner is included, and is asked before the route's pieces return"
    assert len([space for space in s.json["spaces"] if space.startswith("bremen--minden")]) == 2


@case("CC-282", "HT-PRO-4")
def test_placing_on_a_blocked_route_needs_one_piece_more() -> None:
    few = promos(attached={BLOCKED: [[GREEN, "block"]]}, supply={RED: [1, 0]})
    assert BLOCKED not in few.routes("place")
    assert "bremen--hannover" in few.routes("place")
    enough = promos(attached={BLOCKED: [[GREEN, "block"]]}, supply={RED: [2, 0]})
    assert enough.offered("place", f"{BLOCKED}.1") == ["t 0"]
    stock = enough.stock(RED)
    enough.play(f"place {BLOCKED}.1 t 0")
    assert enough.space(f"{BLOCKED}.1") == [RED, "t"]
    assert (enough.supply(RED), enough.stock(RED)) == ((0, 0), (stock[0] + 1, stock[1]))
    assert enough.actions == 1


@case("CC-282", "HT-PRO-4")
def test_displacing_on_a_blocked_route_has_no_surcharge() -> None:
    s = promos(attached={BLOCKED: [[GREEN, "block"]]}, spaces=fill(BLOCKED, BLUE, "t"), supply={RED: [2, 0]})
    stock = s.stock(RED)
    assert s.offered("displace", f"{BLOCKED}.1") == ["t 0"]
    s.play(f"displace {BLOCKED}.1 t 0")
    assert (s.supply(RED), s.stock(RED)) == ((0, 0), (stock[0] + 1, stock[1]))


@case("HT-PRO-4")
def test_every_block_costs_everybody_one_piece_of_a_kind_of_choice() -> None:
    attached = {BLOCKED: [[RED, "block"], [GREEN, "block"]]}
    s = promos(attached=attached, supply={RED: [3, 2]}, abilities={RED: {"book": 1}})
    assert set(s.offered("place", f"{BLOCKED}.2")) == {"t 0", "t 1", "t 2", "m 0", "m 1"}
    stock = s.stock(RED)
    s.play(f"place {BLOCKED}.2 t 1")
    assert s.supply(RED) == (1, 1)
    assert s.stock(RED) == (stock[0] + 1, stock[1] + 1)
    two = promos(attached=attached, supply={RED: [2, 0]})
    assert BLOCKED not in two.routes("place"), "two Blocks need three pieces"


@case("HT-PRO-4")
def test_moves_and_sub_turns_are_not_blocked() -> None:
    spaces = merge(fill("dortmund--duisburg", RED, "t"), fill("bremen--minden", BLUE, "t"))
    s = promos(attached={BLOCKED: [[GREEN, "block"]]}, spaces=spaces)
    s.play("lift dortmund--duisburg.1")
    assert s.legal(f"put {BLOCKED}.1")
    s = promos(attached={BLOCKED: [[GREEN, "block"]]}, spaces=spaces)
    s.play("displace bremen--minden.1 t 0")
    assert s.legal(f"relocate {BLOCKED}.1 t")


@pytest.mark.parametrize("marker", ["tribute", "block"])
@case("HT-PRO-3", "HT-PRO-4", "HT-PRO-5", "HT-INV-1")
def test_tribute_and_block_are_attached_with_a_trader_of_the_supply(marker: str) -> None:
    s = promos(unused_markers={RED: [marker]}, spaces=fill("dortmund--duisburg", BLUE, "tt"))
    supply, stock = s.supply(RED), s.stock(RED)
    s.play(f"use {marker}")
    assert set(s.offered("attach")) == set(s.game.board.routes), "any route will do"
    s.play("attach dortmund--duisburg")
    assert s.json["attached"] == {"dortmund--duisburg": [[RED, marker]]}
    assert (s.unused(RED), s.used(RED)) == ([], [])
    assert (s.supply(RED), s.stock(RED)) == ((supply[0] - 1, supply[1]), stock)
    assert (s.to_move, s.actions) == (RED, 2)
    without = promos(unused_markers={RED: [marker]}, supply={RED: [0, 1]})
    assert not without.legal(f"use {marker}"), "a merchant does not do"


@case("HT-PRO-5", "HT-RPL-2")
def test_an_attached_marker_counts_for_its_owner_and_leaves_the_route_unmarked() -> None:
    s = promos(
        attached={"dortmund--duisburg": [[RED, "block"]]},
        spaces=fill("bremen--osnabruck", RED, "ttt"),
        used_markers={RED: ["actions-3"]},
        unused_markers={RED: ["tribute"]},
        actions=1,
    )
    assert s.line(RED, "markers") == 3, "three markers: used, unused and attached"
    s.play("create bremen--osnabruck", "reward nothing", "end-turn", "chance develop-ability")
    assert s.legal("place-marker dortmund--duisburg develop-ability")
    assert s.line(RED, "markers") == 6, "four markers with the one just taken"


@case("HT-PRO-1", "HT-CMP-3")
def test_the_mix_of_markers_has_two_of_each_promo_and_fifteen_in_all() -> None:
    markers = resolve({"players": 4, "modules": ["promo-markers"]})["markers"]
    promo = {"swap-marker": 2, "tribute": 2, "block": 2}
    assert {marker: markers[marker] for marker in promo} == promo
    assert sum(markers.values()) == 15
    assert {"additional-post", "exchange-posts", "move-3"} <= set(markers)
    chosen = {
        "additional-post": 4,
        "exchange-posts": 3,
        "actions-3": 2,
        "actions-4": 2,
        "move-3": 2,
        "block": 2,
    }
    assert resolve({"players": 4, "modules": ["promo-markers"], "markers": chosen})["markers"] == chosen


@case("HT-PRO-1")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"block": 3, "actions-3": 1}, "count of block 3"),
        ({"block": 1}, "15 in all, not 14"),
        ({"exchange-posts": 0, "tribute": 2, "swap-marker": 1}, "start marker 'exchange-posts'"),
        ({"actions-3": 3, "block": 1}, "count of actions-3 3"),
    ],
)
def test_an_impossible_mix_of_markers_is_rejected(change: dict[str, int], why: str) -> None:
    mix = {"additional-post": 4, "exchange-posts": 3, "actions-3": 2, "actions-4": 2, "move-3": 2, "block": 2}
    with pytest.raises(SetupError, match=why):
        resolve({"players": 4, "modules": ["promo-markers"], "markers": mix | change})

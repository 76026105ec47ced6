"""Promo markers: Swap Marker, Tribute and Block."""

from __future__ import annotations

from typing import Any

import pytest

from kontor.core.game import SetupError
from kontor.games.teutonica.setup import resolve
from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, YELLOW, Scenario, fill, merge

BLOCKED = "bremen--hamburg"


def promos(board: str = "hanse-4-5", **fields: Any) -> Scenario:
    """A position of a game with promo markers."""
    return Scenario(board, modules=["promo-markers"], **fields)


@case("CC-280", "HT-PRO-2")
def test_a_swap_marker_takes_a_used_marker_of_an_opponent_as_unused() -> None:
    table = promos(unused_markers={RED: ["swap-marker"]}, used_markers={BLUE: ["develop-ability"]})
    assert not table.legal("use develop-ability")
    table.play("use swap-marker")
    assert table.moves == ["swap 1 develop-ability"]
    table.play("swap 1 develop-ability")
    assert table.used(BLUE) == ["swap-marker"]
    assert (table.unused(RED), table.used(RED)) == (["develop-ability"], [])
    assert table.actions == 2
    table.play("use develop-ability book")
    assert table.level(RED, "book") == 1
    assert (table.unused(RED), table.used(RED)) == ([], ["develop-ability"])


@case("CC-280", "HT-PRO-2", "HT-BMK-3")
def test_a_swap_marker_needs_an_opponent_with_a_used_marker() -> None:
    table = promos(unused_markers={RED: ["swap-marker"]}, used_markers={RED: ["develop-ability"]})
    assert not table.legal("use swap-marker"), "own used markers do not count"
    table = promos(
        unused_markers={RED: ["swap-marker"], BLUE: ["actions-3"]},
        used_markers={
            GREEN: ["actions-4", "exchange-posts"],
            YELLOW: ["actions-4"],
            RED: ["develop-ability"],
        },
        markers={"additional-post": 3, "exchange-posts": 3, "actions-3": 1, "actions-4": 2}
        | {"develop-ability": 1, "move-3": 1, "swap-marker": 2, "tribute": 2},
    )
    table.play("use swap-marker")
    assert set(table.moves) == {"swap 2 actions-4", "swap 2 exchange-posts", "swap 3 actions-4"}


@case("CC-281", "HT-PRO-3")
@pytest.mark.parametrize("traders", [0, 1, 2])
def test_a_post_beside_a_tribute_lets_its_owner_move_two_to_the_supply(traders: int) -> None:
    table = promos(
        spaces=fill("bremen--minden", RED, "mtt"),
        attached={BLOCKED: [[GREEN, "tribute"]]},
        supply={GREEN: [5, 1]},
        stock={GREEN: [5, 0]},
    )
    table.play("create bremen--minden", "reward post bremen")
    assert table.to_move == GREEN
    assert table.moves == ["react 0 0", "react 1 0", "react 2 0"]
    table.play(f"react {traders} 0")
    assert (table.supply(GREEN), table.stock(GREEN)) == ((5 + traders, 1), (5 - traders, 0))
    assert (table.to_move, table.actions) == (RED, 1), "the action goes on after the tribute"
    assert table.json["attached"] == {BLOCKED: [[GREEN, "tribute"]]}, "it stays all game"


@case("CC-281", "HT-PRO-3")
def test_a_post_in_another_city_brings_no_tribute() -> None:
    table = promos(spaces=fill("bremen--minden", RED, "mtt"), attached={BLOCKED: [[GREEN, "tribute"]]})
    table.play("create bremen--minden", "reward post minden")
    assert table.to_move == RED
    assert table.happened("TributeTaken") == []


@case("CC-281", "HT-PRO-3", "HT-DEC-4")
def test_tributes_add_up_and_their_owners_react_in_seat_order_from_the_active_player() -> None:
    table = promos(
        active=GREEN,
        spaces=fill("bremen--minden", GREEN, "mtt"),
        attached={BLOCKED: [[BLUE, "tribute"]], "bremen--hannover": [[GREEN, "tribute"]]},
    )
    table.play("create bremen--minden", "reward post bremen")
    assert table.to_move == GREEN, "the active player's own reaction comes first"
    table.play("react 1 0")
    assert table.to_move == BLUE
    table.play("react 2 0")
    assert table.happened("TributeTaken") == [
        {"seat": GREEN, "traders": 1, "merchants": 0},
        {"seat": BLUE, "traders": 2, "merchants": 0},
    ]
    assert table.to_move == GREEN


@case("HT-PRO-3")
def test_two_tributes_of_one_owner_bring_two_reactions_of_any_kinds() -> None:
    table = promos(
        spaces=fill("bremen--minden", RED, "mtt"),
        attached={BLOCKED: [[GREEN, "tribute"], [GREEN, "tribute"]]},
        supply={GREEN: [0, 0]},
    )
    table.play("create bremen--minden", "reward post bremen")
    assert set(table.moves) == {f"react {t} {m}" for t, m in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))}
    table.play("react 1 1")
    assert table.to_move == GREEN
    table.play("react 2 0")
    assert table.supply(GREEN) == (3, 1)


@case("HT-PRO-3", "HT-PST-8")
def test_an_extra_post_brings_tribute_too() -> None:
    table = promos(
        spaces=fill("bremen--minden", RED, "ttt"),
        posts={"bremen": [[BLUE, "m"], None]},
        unused_markers={RED: ["additional-post"]},
        attached={BLOCKED: [[RED, "tribute"]]},
    )
    table.play("create bremen--minden", "reward extra_post bremen t")
    assert table.to_move == RED
    assert "react 2 0" in table.moves, "the owner is included, and is asked before the route's pieces return"
    assert len([space for space in table.json["spaces"] if space.startswith("bremen--minden")]) == 2


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
    table = promos(attached={BLOCKED: [[GREEN, "block"]]}, spaces=fill(BLOCKED, BLUE, "t"), supply={RED: [2, 0]})
    stock = table.stock(RED)
    assert table.offered("displace", f"{BLOCKED}.1") == ["t 0"]
    table.play(f"displace {BLOCKED}.1 t 0")
    assert (table.supply(RED), table.stock(RED)) == ((0, 0), (stock[0] + 1, stock[1]))


@case("HT-PRO-4")
def test_every_block_costs_everybody_one_piece_of_a_kind_of_choice() -> None:
    attached = {BLOCKED: [[RED, "block"], [GREEN, "block"]]}
    table = promos(attached=attached, supply={RED: [3, 2]}, abilities={RED: {"book": 1}})
    assert set(table.offered("place", f"{BLOCKED}.2")) == {"t 0", "t 1", "t 2", "m 0", "m 1"}
    stock = table.stock(RED)
    table.play(f"place {BLOCKED}.2 t 1")
    assert table.supply(RED) == (1, 1)
    assert table.stock(RED) == (stock[0] + 1, stock[1] + 1)
    two = promos(attached=attached, supply={RED: [2, 0]})
    assert BLOCKED not in two.routes("place"), "two Blocks need three pieces"


@case("HT-PRO-4")
def test_moves_and_sub_turns_are_not_blocked() -> None:
    spaces = merge(fill("dortmund--duisburg", RED, "t"), fill("bremen--minden", BLUE, "t"))
    table = promos(attached={BLOCKED: [[GREEN, "block"]]}, spaces=spaces)
    table.play("lift dortmund--duisburg.1")
    assert table.legal(f"put {BLOCKED}.1")
    table = promos(attached={BLOCKED: [[GREEN, "block"]]}, spaces=spaces)
    table.play("displace bremen--minden.1 t 0")
    assert table.legal(f"relocate {BLOCKED}.1 t")


@pytest.mark.parametrize("marker", ["tribute", "block"])
@case("HT-PRO-3", "HT-PRO-4", "HT-PRO-5", "HT-INV-1")
def test_tribute_and_block_are_attached_with_a_trader_of_the_supply(marker: str) -> None:
    table = promos(unused_markers={RED: [marker]}, spaces=fill("dortmund--duisburg", BLUE, "tt"))
    supply, stock = table.supply(RED), table.stock(RED)
    table.play(f"use {marker}")
    assert set(table.offered("attach")) == set(table.game.board.routes), "any route will do"
    table.play("attach dortmund--duisburg")
    assert table.json["attached"] == {"dortmund--duisburg": [[RED, marker]]}
    assert (table.unused(RED), table.used(RED)) == ([], [])
    assert (table.supply(RED), table.stock(RED)) == ((supply[0] - 1, supply[1]), stock)
    assert (table.to_move, table.actions) == (RED, 2)
    without = promos(unused_markers={RED: [marker]}, supply={RED: [0, 1]})
    assert not without.legal(f"use {marker}"), "a merchant does not do"


@case("HT-PRO-5", "HT-RPL-2")
def test_an_attached_marker_counts_for_its_owner_and_leaves_the_route_unmarked() -> None:
    table = promos(
        attached={"dortmund--duisburg": [[RED, "block"]]},
        spaces=fill("bremen--osnabruck", RED, "ttt"),
        used_markers={RED: ["actions-3"]},
        unused_markers={RED: ["tribute"]},
        actions=1,
    )
    assert table.line(RED, "markers") == 3, "three markers: used, unused and attached"
    table.play("create bremen--osnabruck", "reward nothing", "end-turn", "chance develop-ability")
    assert table.legal("place-marker dortmund--duisburg develop-ability")
    assert table.line(RED, "markers") == 6, "four markers with the one just taken"


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
def test_a_mix_that_cannot_be_laid_out_is_refused(change: dict[str, int], why: str) -> None:
    mix = {"additional-post": 4, "exchange-posts": 3, "actions-3": 2, "actions-4": 2, "move-3": 2, "block": 2}
    with pytest.raises(SetupError, match=why):
        resolve({"players": 4, "modules": ["promo-markers"], "markers": mix | change})

"""The two-player game with the pawn of the first edition follows its rules. [12.11, CC-274 to CC-278]

The rules number the provinces P1 to P16; the board file has its own ids.
"""

from typing import Any

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, RED, Scenario, fill, merge

P3, P4, P5, P6, P9 = "in-1", "in-3", "in-2", "in-4", "in-6"
P11, P12, P15, P16 = "out-2", "out-3", "out-8", "out-1"
AROUND_P12 = {"hamburg--stade", "hamburg--lubeck"}


def duel(pawn: str, **fields: Any) -> Scenario:
    return Scenario("hanse-2-3", edition="first", players=2, modules=["two-player-pawn"], pawn=pawn, **fields)


def each_with_one(seat: int, *routes: str) -> dict[str, list[Any]]:
    return merge(*(fill(route, seat, "t") for route in routes))


@case("CC-274", "HT-P2P-6", "HT-PLC-3")
def test_the_pawn_binds_place_and_the_target_of_displace_to_its_province() -> None:
    s = duel(
        P12,
        spaces=each_with_one(BLUE, *AROUND_P12, "bremen--hamburg", "hamburg--luneburg", "dortmund--paderborn"),
    )
    assert s.routes("place") == AROUND_P12
    assert s.routes("displace") == AROUND_P12


@case("CC-274", "HT-P2P-6", "HT-RTE-1")
def test_the_pawn_binds_create_to_its_province() -> None:
    routes = {"hamburg--stade": "ttt", "hamburg--lubeck": "ttt", "hamburg--luneburg": "tttt"}
    s = duel(
        P12,
        spaces=merge(*(fill(route, RED, pieces) for route, pieces in routes.items())),
    )
    assert set(s.offered("create")) == AROUND_P12


@case("CC-275", "HT-P2P-6")
def test_move_and_income_do_not_care_for_the_pawn() -> None:
    s = duel(P12, spaces=each_with_one(RED, "dortmund--paderborn", "emden--groningen"), actions=3)
    assert set(s.offered("lift")) == {"dortmund--paderborn.1", "emden--groningen.1"}
    s.play("lift dortmund--paderborn.1", "stop")
    assert set(s.offered("put")) == set(s.game.board.spaces) - {"emden--groningen.1"}
    s.play("put kampen--osnabruck.2")
    assert s.space("kampen--osnabruck.2") == [RED, "t"]
    assert set(s.offered("income")) == {"1 0", "2 0", "3 0"}
    s.play("income 3 0")
    assert s.actions == 1


@case("CC-275", "HT-P2P-6", "HT-BMK-15")
@pytest.mark.parametrize("space", ["dortmund--paderborn.1", "emden--groningen.1", "hamburg--stade.1"])
def test_remove_three_does_not_care_for_the_pawn(space: str) -> None:
    spaces = each_with_one(BLUE, "dortmund--paderborn", "emden--groningen", "hamburg--stade")
    s = duel(P12, spaces=spaces, unused_markers={RED: ["remove-3"]}).play("use remove-3")
    assert set(s.offered("remove")) == spaces.keys()
    s.play(f"remove {space}")
    assert s.space(space) is None


@case("CC-275", "HT-P2P-6")
def test_the_other_markers_do_not_care_for_the_pawn() -> None:
    s = duel(
        P12,
        posts={"minden": [[RED, "t"], [BLUE, "t"]]},
        unused_markers={RED: ["exchange-posts", "develop-ability", "actions-4"]},
    )
    s.play("use exchange-posts minden 0", "use develop-ability book", "use actions-4")
    assert s.posts("minden")[:2] == [[BLUE, "t"], [RED, "t"]]
    assert s.level(RED, "book") == 1
    assert s.actions == 2 + 4
    assert s.routes("place") == AROUND_P12  # the additional actions are bound like others


@case("CC-276", "HT-P2P-5", "HT-P2P-6")
def test_an_action_takes_the_pawn_anywhere_and_opens_the_routes_there() -> None:
    s = duel(P12, actions=2)
    assert not s.legal("place dortmund--paderborn.1 t")
    paid = {move for move in s.offered("pawn") if move.endswith(" yes")}
    assert paid == {f"{province} yes" for province in s.game.board.provinces if province != P12}
    s.play(f"pawn {P6} yes")
    assert s.json["pawn"] == P6
    assert s.json["pawn_moved"] is False
    assert s.actions == 1
    assert s.routes("place") == {"minden--munster", "minden--paderborn", "dortmund--paderborn"}
    s.play("place dortmund--paderborn.1 t")
    assert s.space("dortmund--paderborn.1") == [RED, "t"]
    assert s.actions == 0
    assert not s.legal("place")


@case("CC-277", "HT-P2P-6", "HT-DSP-15")
def test_the_pawn_does_not_bind_the_sub_turn_of_a_displacement() -> None:
    s = duel(P16, spaces=fill("arnheim--kampen", BLUE, "t")).play("displace arnheim--kampen.1 t 0")
    assert s.to_move == BLUE
    ring = {"arnheim--munster", "arnheim--duisburg", "kampen--osnabruck"}
    assert s.routes("relocate") == ring
    s.play("relocate arnheim--munster.1 t")
    assert s.space("arnheim--munster.1") == [BLUE, "t"]
    assert s.routes("relocate") == ring


@case("CC-278", "HT-P2P-2", "HT-P2P-7")
def test_p5_borders_p3_by_one_route_p16_by_two_and_p6_by_a_soldier() -> None:
    provinces = duel(P5).game.board.provinces
    ids = list(provinces)
    assert {ids[number] for number in provinces[P5]["near"]} == {P3, P16, P6}
    shared = {other: provinces[P5]["routes"] & provinces[other]["routes"] for other in (P3, P16, P6)}
    assert shared == {
        P3: {"arnheim--munster"},
        P16: {"arnheim--duisburg", "dortmund--duisburg"},
        P6: set(),
    }


@case("CC-278", "HT-P2P-2", "HT-P2P-4")
def test_the_free_move_crosses_one_or_two_borders() -> None:
    s = duel(P5)
    free = {words.split()[0] for words in s.offered("pawn") if words.endswith(" no")}
    assert free == {P3, P16, P6} | {P4, P9, P11, P15}
    s.play(f"pawn {P6} no")
    assert s.json["pawn"] == P6
    assert s.actions == 2
    assert not any(words.endswith(" no") for words in s.offered("pawn"))

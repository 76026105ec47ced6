"""Protects the rules of Hansa with the examples of the rulebook, restated in section 14."""

import pytest

from tests.marks import case
from tests.rules.hansa.scenario import GREY, PURPLE, WHITE, YELLOW, Scenario, Tile, start, stores

FILLING_ORDER = [
    *("tonsberg", "tonsberg", "aalborg", "aalborg", "copenhagen", "lubeck", "lubeck"),
    *("stockholm", "stockholm", "kalmar", "danzig", "reval", "riga", "riga"),
]


@case("T-EX1")
def test_the_board_is_filled_in_the_order_of_the_ports() -> None:
    s = start(4, start_player=0)
    tiles = [f"{colour}-{n % 3 + 1}" for n, colour in enumerate(["orange", "blue", "pink", "red"] * 4)][:14]
    for tile in tiles:
        assert s.phase == "setup"
        s.play(f"chance {tile}")
    assert [event["port"] for event in s.happened("TileRevealed")] == FILLING_ORDER
    shown = [f"{tile[0]}-{tile[1]}" for row in s.json["warehouses"].values() for tile in row]
    assert shown == tiles
    assert s.phase == "placement"


@case("T-EX2")
@pytest.mark.parametrize(
    ("players", "sizes"), [(2, [8, 8, 8, 7, 7]), (3, [11, 10, 10, 10, 10]), (4, [13, 13, 13, 13, 12])]
)
def test_the_remaining_tiles_are_split_into_five_piles(players: int, sizes: list[int]) -> None:
    s = start(players).draw()
    assert s.json["piles"] == sizes
    assert sum(count for _, _, count in s.json["bag"]) == sum(sizes)


@case("T-EX2", "H-BOARD-7", "H-STOCK-6", "H-STOCK-7")
def test_piles_are_used_in_order() -> None:
    s = Scenario(phase="restock", warehouses=stores(9), piles=[2, 2, 10, 10, 10], thalers={GREY: 6})
    s.play("restock")
    sizes = []
    while s.to_move == "chance":
        s.play(s.moves[0])
        sizes.append(s.json["piles"][:3])
    assert sizes == [[1, 2, 10], [0, 2, 10], [0, 1, 10], [0, 0, 10], [0, 0, 9]]


@case("T-EX3")
def test_the_opening_with_three_players() -> None:
    s = start(3, start_player=0).draw()
    places = ["tonsberg", "aalborg", "stockholm", "lubeck", "kalmar", "riga", "danzig", "danzig", "kalmar"]
    for n, port in enumerate(places):
        assert s.to_move == n % 3
        assert s.rule("place copenhagen") == "H-PLACE-2"
        s.play(f"place {port}")
    for seat in range(3):
        assert [s.posts(port, seat) for port in places[seat::3]] == [2, 2, 2]
        assert s.stock(seat) == 9
    assert [s.posts("danzig", seat) for seat in range(3)] == [2, 2, 0]
    assert [s.posts("kalmar", seat) for seat in range(3)] == [0, 2, 2]
    assert (s.to_move, s.thalers(0), s.json["turn"]) == (0, 6, 1)


@case("T-EX3")
def test_a_seat_cannot_place_twice_in_the_same_port() -> None:
    s = start(3, start_player=0).draw().play("place riga", "place riga", "place kalmar")
    refusal = s.refusal("place riga")
    assert (refusal.rule, refusal.facts) == ("H-PLACE-3", {"port": "riga", "posts": 2})
    assert len(s.moves) == 7


def voyage() -> Scenario:
    """Return a position in which seat 0 is at Lübeck with six thalers."""
    return Scenario(
        ship="lubeck",
        thalers={0: 6},
        held={0: [("orange", 1)]},
        posts={"aalborg": {0: 2}},
        warehouses={"aalborg": [("brown", 2), ("red", 3)], "danzig": [("green", 1)]},
    )


@case("T-EX4", "H-ACT-2", "H-ACT-3")
def test_three_actions_on_one_voyage() -> None:
    s = voyage()
    bank = s.bank
    s.play("build orange-1", "sail aalborg", "buy brown-2", "sail copenhagen", "sail danzig", "buy green-1")
    assert (s.thalers(0), s.bank - bank) == (2, 4)
    assert s.held(0) == ["brown-2", "green-1"]
    assert s.posts("lubeck", 0) == 1


@case("T-EX4")
def test_no_second_action_in_the_same_visit() -> None:
    s = voyage().play("build orange-1", "sail aalborg", "buy brown-2")
    assert s.rule("buy red-3") == "H-ACT-4"
    assert s.moves == ["sail copenhagen", "end-actions"]


@case("T-EX5")
def test_leaving_copenhagen() -> None:
    s = Scenario(ship="copenhagen", thalers={0: 6})
    assert sorted(s.offered("sail")) == ["danzig", "lubeck", "tonsberg"]
    for port in ("aalborg", "kalmar", "stockholm", "reval", "riga", "copenhagen"):
        refusal = s.refusal(f"sail {port}")
        assert (refusal.rule, refusal.facts) == ("H-MOVE-1", {"from": "copenhagen", "to": port})


@case("T-EX6")
def test_catching_up() -> None:
    s = Scenario(
        active=YELLOW,
        ship="danzig",
        posts={"danzig": {GREY: 4, YELLOW: 2}},
        held={YELLOW: [("red", 1), ("red", 2)]},
        warehouses={"danzig": [("green", 2)]},
        thalers={YELLOW: 5},
    )
    before = s.out().get("red-2", 0)
    s.play("build red-2")
    assert (s.posts("danzig", GREY), s.posts("danzig", YELLOW), s.stock(YELLOW)) == (4, 4, 11)
    assert s.out()["red-2"] == before + 1
    assert s.rule("build red-1") == "H-ACT-4"
    s.play("sail kalmar", "sail copenhagen", "sail danzig", "buy green-2")  # no leader: the bank is paid
    assert not s.happened("PaidTo")


def seller(players: int = 3, held: dict[int, list[Tile]] | None = None) -> Scenario:
    """Return a position in which Grey is at Danzig with three orange and two brown tiles."""
    own = [("orange", 1), ("orange", 2), ("orange", 3), ("brown", 1), ("brown", 3)]
    return Scenario(
        players,
        ship="danzig",
        posts={"danzig": {GREY: 4, YELLOW: 4}},
        held={GREY: own, **(held or {})},
        thalers={GREY: 2},
    )


SALE = ("sell orange-1", "sell orange-2", "sell orange-3", "sell brown-1", "sell brown-3")


@case("T-EX7a")
def test_selling_two_colours() -> None:
    s = seller().play(*SALE)
    assert s.sold(GREY) == ["orange-1", "orange-2", "orange-3", "brown-1", "brown-3"]
    assert s.held(GREY) == []
    assert (s.posts("danzig", GREY), s.stock(GREY), s.thalers(GREY)) == (3, 12, 2)
    assert s.game.configuration.leaders(s.position)["danzig"] == YELLOW


@case("T-EX7b")
def test_other_seats_lose_tiles_of_the_sold_colours() -> None:
    held = {YELLOW: [("orange", 1), ("orange", 3), ("brown", 2)], PURPLE: [("brown", 2)]}
    s = seller(players=4, held={**held, WHITE: [("red", 1), ("red", 3)]}).play(*SALE)
    assert (s.phase, s.to_move) == ("losses", YELLOW)
    assert s.moves == ["lose orange-1", "lose orange-3"]
    assert s.json["active"] == GREY
    s.play("lose orange-1")
    assert (s.held(YELLOW), s.held(PURPLE), s.held(WHITE)) == (["orange-3"], [], ["red-1", "red-3"])
    assert len(s.sold(GREY)) == 5
    assert (s.phase, s.to_move) == ("actions", GREY)


def example_8(thalers: int) -> Scenario:
    """Return a position at the end of Purple's turn; Grey, who is next, has a number of thalers."""
    return Scenario(
        active=PURPLE,
        ship="copenhagen",
        posts={"copenhagen": {PURPLE: 1}, "tonsberg": {GREY: 2, YELLOW: 1}},
        held={GREY: [("red", 3)]},
        warehouses=stores(10),
        thalers={GREY: thalers, YELLOW: 0, PURPLE: 3},
    )


@case("T-EX8", "H-TURN-2", "H-BUY-3")
@pytest.mark.parametrize("before", [3, 2])
def test_a_whole_turn(before: int) -> None:
    s = example_8(before)
    bank = s.bank
    spent = []
    s.play("end-actions").play("restock").draw()
    for move in (f"buy {s.offered('buy')[0]}", "sail tonsberg"):
        s.play(move)
        spent.append(before + 3 - s.thalers(GREY))
    s.play(f"buy {s.offered('buy')[0]}", "sail stockholm", "sail reval", "build red-3")
    assert spent == [2, 3]
    assert (s.thalers(GREY), s.thalers(PURPLE), s.bank - bank) == (before - 2, 4, 1)
    assert (s.json["ship"], s.posts("reval", GREY), len(s.held(GREY))) == ("reval", 3, 2)
    s.play("end-actions")
    assert s.thalers(GREY) == before - 2
    assert not s.happened("TileGivenUp")


@case("T-EX8")
def test_the_whole_turn_cannot_be_paid_with_one_thaler() -> None:
    s = example_8(1)
    s.play("end-actions", "restock").draw()
    s.play(f"buy {s.offered('buy')[0]}", "sail tonsberg", "sail stockholm")
    assert (s.thalers(GREY), s.rule("sail reval")) == (0, "H-MOVE-2")


@case("T-EX8b")
@pytest.mark.parametrize(("before", "tax"), [(0, 0), (2, 2)])
def test_doing_nothing(before: int, tax: int) -> None:
    s = Scenario(ship="reval", warehouses=stores(), thalers={GREY: 1, YELLOW: before})
    s.play("end-actions")
    assert (s.to_move, s.thalers(YELLOW)) == (YELLOW, before + 3)
    s.play("end-actions")
    assert (s.thalers(YELLOW), s.json["ship"], s.to_move) == (3, "reval", PURPLE)
    assert [event["thalers"] for event in s.happened("TaxPaid")] == ([tax] if tax else [])


@case("T-EX9", "H-END-3", "H-TURN-3")
@pytest.mark.parametrize(("trigger", "after"), [(0, [1, 2]), (1, [2]), (2, [])])
def test_the_last_pile_ends_the_game_with_the_round(trigger: int, after: list[int]) -> None:
    s = Scenario(
        active=trigger,
        phase="restock",
        warehouses=stores(13),
        piles=[0, 0, 0, 0, 10],
        thalers={trigger: 6},
        round=9,
    )
    s.play("restock").draw()
    assert s.json["end_triggered"] == trigger
    s.play("end-actions")
    turns = []
    while s.to_move is not None:
        turns.append(s.to_move)
        s.pass_turn()
    assert turns == after
    assert (s.phase, s.game.ended_by(s.position), s.moves) == ("finished", "last-pile", [])
    assert s.rule("end-actions") == "H-END-2"


@case("T-EX10")
def test_points_for_ports() -> None:
    posts = {"copenhagen": {GREY: 1, YELLOW: 5, PURPLE: 2}, "kalmar": {YELLOW: 1}}
    assert Scenario(posts=posts).lines("ports") == [2, 6, 2]

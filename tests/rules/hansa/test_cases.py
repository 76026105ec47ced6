"""Protects the rules of Hansa with the cases of section 14 that are not examples of the rulebook."""

import pytest

from tests.marks import case
from tests.rules.hansa.scenario import GREY, PURPLE, YELLOW, Scenario, start, stores


@case("T-1")
def test_no_restock_in_the_first_turn() -> None:
    s = start(2, start_player=0).draw()
    s.play("place riga", "place riga", "place kalmar", "place kalmar", "place reval", "place reval")
    assert (s.phase, s.to_move) == ("actions", 0)
    refusal = s.refusal("restock")
    assert (refusal.rule, refusal.facts) == ("H-STOCK-2", {"empty_warehouses": 0, "supply": 38})


@case("T-1")
def test_full_warehouses_skip_the_restock_phase() -> None:
    assert Scenario(phase="restock", warehouses=stores()).phase == "actions"


@case("T-2", "H-STOCK-5")
def test_empty_warehouses_must_be_restocked() -> None:
    s = Scenario(active=PURPLE, thalers={GREY: 3, PURPLE: 0}).play("end-actions")
    assert (s.to_move, s.phase, s.thalers(GREY)) == ("chance", "reveal", 5)
    assert s.rule("skip-restock") == "H-STATE-2"
    s.draw()
    assert (s.stored(), s.to_move, s.thalers(GREY)) == (14, GREY, 5)


@case("T-2")
def test_an_obligatory_restock_is_made_when_a_position_is_read() -> None:
    s = Scenario(phase="restock", thalers={GREY: 6})
    assert (s.phase, s.thalers(GREY)) == ("reveal", 5)


@case("T-3", "H-CMD-2")
@pytest.mark.parametrize(("filled", "end", "last"), [(8, None, 10), (7, GREY, 9)])
def test_only_the_first_tile_of_the_last_pile_triggers_the_end(filled: int, end: int | None, last: int) -> None:
    s = Scenario(phase="restock", warehouses=stores(filled), piles=[0, 0, 0, 6, 10], thalers={GREY: 6})
    s.play("restock").draw()
    assert s.json["piles"] == [0, 0, 0, 0, last]
    assert s.json["end_triggered"] == end
    assert len(s.happened("EndTriggered")) == (end is not None)


def after_the_last_tile() -> Scenario:
    """Return a position of two players after ten tiles were left for fourteen warehouses."""
    return Scenario(2, phase="restock", piles=[0, 0, 0, 3, 7], thalers={GREY: 6}, round=9).draw()


@case("T-4")
def test_the_last_tiles_fill_the_first_warehouses() -> None:
    s = after_the_last_tile()
    empty = [port for port, row in s.json["warehouses"].items() if None in row]
    assert (s.stored(), empty, s.thalers(GREY)) == (10, ["danzig", "reval", "riga"], 5)
    assert s.json["warehouses"]["riga"] == [None, None]
    assert s.phase == "actions"


@case("T-5")
def test_no_restock_without_tiles() -> None:
    s = after_the_last_tile().play("end-actions")
    assert (s.to_move, s.phase, s.thalers(YELLOW)) == (YELLOW, "actions", 6)
    assert s.rule("restock") == "H-STOCK-2"


@case("T-5")
def test_no_obligatory_restock_without_tiles() -> None:
    s = Scenario(2, piles=[0, 0, 0, 0, 0], end_triggered=GREY, thalers={YELLOW: 0}).play("end-actions")
    assert (s.to_move, s.phase, s.stored(), s.thalers(YELLOW)) == (YELLOW, "actions", 0, 3)


@case("T-6")
@pytest.mark.parametrize(
    ("posts", "payees"),
    [
        ({0: 2, 1: 2, 2: 1}, ["bank", "bank", "bank"]),
        ({0: 3, 1: 2}, [None, 0, 0]),
        ({}, ["bank", "bank", "bank"]),
        ({2: 1}, [2, 2, None]),
    ],
)
def test_a_buyer_pays_the_leader_or_the_bank(posts: dict[int, int], payees: list[int | str | None]) -> None:
    for buyer, payee in enumerate(payees):
        s = Scenario(active=buyer, ship="kalmar", posts={"kalmar": posts}, warehouses={"kalmar": [("red", 2)]})
        bank = s.bank
        s.play("buy red-2")
        change = [s.thalers(seat) - 3 for seat in range(3)] + [s.bank - bank]
        expected = [0, 0, 0, 0]
        if payee is not None:
            expected[buyer] -= 1
            expected[3 if payee == "bank" else int(payee)] += 1
        assert change == expected


@case("T-7")
def test_a_leader_without_money_may_buy() -> None:
    store = {"kalmar": [("red", 2)]}
    poor = {GREY: 0}
    s = Scenario(ship="kalmar", thalers=poor, warehouses=store, posts={"kalmar": {0: 1}})
    assert s.legal("buy red-2")
    s = Scenario(ship="kalmar", thalers=poor, warehouses=store, posts={"kalmar": {1: 1}})
    refusal = s.refusal("buy red-2")
    assert (refusal.rule, refusal.facts) == ("H-BUY-4", {"thalers": 0, "price": 1, "leader": 1})


@case("T-8", "H-MOVE-3")
def test_a_new_visit_allows_a_new_action() -> None:
    store = {"copenhagen": [("red", 2)]}
    s = Scenario(ship="copenhagen", thalers={GREY: 6}, warehouses=store, posts={"copenhagen": {0: 1}})
    s.play("buy red-2")
    assert s.rule("build red-2") == "H-ACT-4"
    s.play("sail lubeck", "sail aalborg", "sail copenhagen", "build red-2")
    assert s.thalers(GREY) == 3


@case("T-9")
@pytest.mark.parametrize(("stock", "placed"), [(2, 2), (3, 3), (9, 3)])
def test_posts_are_placed_as_far_as_the_stock_goes(stock: int, placed: int) -> None:
    s = Scenario(posts={"riga": {GREY: 15 - stock}}, held={GREY: [("red", 3)]}, ship="danzig")
    s.play("build red-3")
    assert (s.posts("danzig", GREY), s.stock(GREY)) == (placed, stock - placed)


@case("T-9")
def test_nothing_is_built_with_an_empty_stock() -> None:
    s = Scenario(posts={"riga": {GREY: 15}}, held={GREY: [("red", 3)]})
    refusal = s.refusal("build red-3")
    assert (refusal.rule, refusal.facts) == ("H-BUILD-3", {"stock": 0})


@case("T-10", "H-CMD-3")
def test_a_colour_is_sold_at_least_twice() -> None:
    s = Scenario(ship="riga", posts={"riga": {0: 2}}, held={GREY: [("orange", 1), ("orange", 3), ("brown", 1)]})
    assert s.offered("sell") == ["orange-1", "orange-3"]
    assert s.refusal("sell brown-1").facts == {"colour": "brown", "held": 1}
    assert s.rule("stop") == "H-SELL-2"
    s.play("sell orange-3")
    assert (s.moves, s.rule("stop"), s.rule("sell brown-1")) == (["sell orange-1"], "H-SELL-2", "H-SELL-2")
    assert s.held(GREY) == ["orange-1", "orange-3", "brown-1"]
    s.play("sell orange-1")  # nothing more can be sold: the sale is closed
    assert (s.sold(GREY), s.held(GREY)) == (["orange-1", "orange-3"], ["brown-1"])


@case("T-11")
def test_tiles_of_a_sold_colour_may_be_kept() -> None:
    s = Scenario(ship="riga", posts={"riga": {0: 2}}, held={GREY: [("orange", 1), ("orange", 2), ("orange", 3)]})
    s.play("sell orange-2", "sell orange-3")
    assert s.moves == ["sell orange-1", "stop"]
    s.play("stop")
    assert (s.sold(GREY), s.held(GREY)) == (["orange-2", "orange-3"], ["orange-1"])


@case("T-12")
def test_the_last_post_of_a_port_pays_for_a_sale() -> None:
    tiles = [("orange", 1), ("orange", 1), ("red", 2), ("red", 2)]
    s = Scenario(ship="reval", posts={"reval": {0: 1}}, held={GREY: tiles}, thalers={GREY: 6})
    s.play("sell orange-1", "sell orange-1", "stop")
    assert (s.posts("reval", GREY), s.stock(GREY)) == (0, 15)
    s.play("sail riga", "sail danzig", "sail reval")
    refusal = s.refusal("sell red-2")
    assert (refusal.rule, refusal.facts) == ("H-SELL-1", {"port": "reval", "posts": 0})


def sale_against(tiles: list[tuple[str, int]]) -> Scenario:
    """Return the position after Grey sells two orange tiles while Yellow holds some tiles."""
    held = {GREY: [("orange", 1), ("orange", 2)], YELLOW: tiles}
    s = Scenario(ship="reval", posts={"reval": {0: 1}}, held=held)
    return s.play("sell orange-1", "sell orange-2")


@case("T-13", "H-DEC-4")
def test_different_tiles_are_a_choice_of_the_loser() -> None:
    s = sale_against([("orange", 1), ("orange", 3)])
    assert (s.phase, s.to_move, s.moves) == ("losses", YELLOW, ["lose orange-1", "lose orange-3"])
    s.play("lose orange-3")
    assert (s.held(YELLOW), s.to_move) == (["orange-1"], GREY)


@case("T-13", "H-DEC-4")
def test_equal_tiles_are_no_choice() -> None:
    s = sale_against([("orange", 2), ("orange", 2)])
    assert (s.held(YELLOW), s.to_move, s.phase) == (["orange-2"], GREY, "actions")
    assert s.happened("TileLost") == [{"seat": YELLOW, "tile": ["orange", 2]}]


@case("T-14", "H-TAX-3", "H-DEC-5")
def test_the_seat_chooses_the_tiles_that_it_gives_up() -> None:
    five = [("orange", 1), ("brown", 1), ("brown", 2), ("red", 1), ("red", 3)]
    s = Scenario(held={GREY: five}, sold={GREY: [("green", 1), ("green", 2), ("green", 3)]})
    s.play("end-actions")
    assert (s.phase, s.to_move, len(s.moves)) == ("tax", GREY, 5)
    s.play("give-up brown-1")
    assert s.rule("give-up brown-1") == "H-TAX-2"
    s.play("give-up red-3")
    assert (s.held(GREY), len(s.sold(GREY))) == (["orange-1", "brown-2", "red-1"], 3)
    assert s.json["active"] == YELLOW


@case("T-15")
def test_seats_are_taxed_only_at_the_end_of_their_turn() -> None:
    s = Scenario(active=PURPLE, thalers={GREY: 5, PURPLE: 0}, warehouses=stores())
    s.play("end-actions")
    assert (s.thalers(GREY), s.happened("TaxPaid")) == (8, [])
    s.play("end-actions")
    assert s.thalers(GREY) == 3


@case("T-16")
def test_points_for_tiles() -> None:
    s = Scenario(held={GREY: [("red", 3), ("green", 1)]}, sold={GREY: [("orange", 1), ("orange", 3), ("orange", 3)]})
    assert (s.line(GREY, "held"), s.line(GREY, "sold"), s.sheet.scores[GREY].total) == (2, 10, 12)


@case("T-17")
@pytest.mark.parametrize(("posts", "winners"), [(7, [GREY]), (6, [GREY, YELLOW])])
def test_posts_on_the_board_break_a_tie(posts: int, winners: list[int]) -> None:
    s = Scenario(posts={"riga": {GREY: posts}, "reval": {YELLOW: 6}})
    assert [score.total for score in s.sheet.scores] == [4, 4, 0]
    assert s.sheet.winners == winners

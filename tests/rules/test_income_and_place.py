"""The actions Income and Place follow the cases of section 12.2."""

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, Scenario, fill, merge


@case("CC-101", "HT-INC-2")
def test_an_exact_income_takes_the_whole_stock_when_it_is_short() -> None:
    s = Scenario(edition="first", switches={"income": "exact"}, stock={RED: (2, 0)})
    assert s.supply(RED) == (9, 1)
    assert s.offered("income") == ["2 0"]
    s.play("income 2 0")
    assert (s.supply(RED), s.stock(RED)) == ((11, 1), (0, 0))


@case("CC-102", "HT-INC-2", "HT-INC-3")
def test_an_exact_income_leaves_only_the_kinds_to_choose() -> None:
    s = Scenario(edition="first", switches={"income": "exact"}, abilities={RED: {"book": 1}}, stock={RED: (4, 2)})
    assert sorted(s.offered("income")) == ["1 2", "2 1", "3 0"]


@case("CC-103", "HT-INC-2", "HT-INC-3")
def test_an_income_takes_any_mix_up_to_the_bank_value() -> None:
    s = Scenario(abilities={RED: {"book": 1}}, stock={RED: (4, 2)})
    assert sorted(s.offered("income")) == ["0 1", "0 2", "1 0", "1 1", "1 2", "2 0", "2 1", "3 0"]


@case("CC-104", "HT-INC-2")
def test_a_bank_of_all_empties_the_stock_at_once() -> None:
    s = Scenario(abilities={RED: {"bank": 3, "book": 1}}, stock={RED: (7, 2)})
    assert s.supply(RED) == (7, 0)
    s.play("income 7 2")
    assert (s.supply(RED), s.stock(RED)) == ((14, 2), (0, 0))


@case("CC-105", "HT-INC-1")
def test_an_empty_stock_gives_no_income() -> None:
    s = Scenario(stock={RED: (0, 0)})
    assert s.to_move == RED
    assert s.offered("income") == []
    assert Scenario(stock={RED: (1, 0)}).offered("income") == ["1 0"]


@pytest.mark.parametrize("board", ["hanse-4-5", "east-3-5"])
@case("CC-106", "HT-PLC-1", "HT-PLC-2")
def test_a_merchant_goes_to_any_empty_house_or_ship(board: str) -> None:
    route = "bremen--hamburg" if board == "hanse-4-5" else "malmo--stralsund"
    s = Scenario(board, supply={RED: (0, 1)}, spaces=fill(route, BLUE, "m"))
    assert set(s.offered("place")) == {f"{space} m" for space in s.empty_spaces}
    assert not s.legal(f"place {route}.1")


@case("CC-107", "HT-PLC-2", "HT-EAS-3")
def test_traders_are_not_placed_on_ships() -> None:
    s = Scenario("east-3-5", supply={RED: (3, 0)})
    on_route = [move for move in s.offered("place") if move.startswith("stralsund--wismar.")]
    assert on_route == ["stralsund--wismar.3 t"]


@case("CC-108", "HT-PLC-1", "HT-DSP-2")
def test_an_empty_supply_neither_places_nor_displaces() -> None:
    s = Scenario(supply={RED: (0, 0)}, spaces=fill("bremen--hamburg", BLUE, "t"))
    assert s.to_move == RED
    assert s.offered("place") == s.offered("displace") == []
    filled = Scenario(supply={RED: (2, 0)}, spaces=fill("bremen--hamburg", BLUE, "t"))
    assert filled.offered("place")
    assert filled.offered("displace")


@case("CC-109", "HT-PLC-1", "HT-PLC-2")
def test_a_piece_is_placed_beside_any_others_but_never_in_a_city() -> None:
    route = "bremen--hamburg"
    spaces = merge(fill(route, BLUE, "t"), fill(route, RED, "t", first=2), fill(route, GREEN, "t", first=3))
    s = Scenario(spaces=spaces)
    places = {move.split()[0] for move in s.offered("place")}
    assert {place for place in places if place.startswith(route)} == {f"{route}.4"}
    assert places == s.empty_spaces
    before = s.supply(RED)
    s.play(f"place {route}.4 t")
    assert s.space(f"{route}.4") == [RED, "t"]
    assert s.supply(RED) == (before[0] - 1, before[1])

"""The action Move follows the cases of section 12.4."""

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, FULL, GREEN, PURPLE, RED, YELLOW, Scenario, crowd, fill, merge

THREE_ROUTES = {
    "hamburg--lubeck.1": [RED, "t"],
    "hamburg--stade.1": [RED, "m"],
    "coellen--warburg.1": [RED, "t"],
}


@case("CC-130", "HT-MOV-1")
def test_a_move_may_stop_after_one_piece() -> None:
    s = Scenario(spaces=THREE_ROUTES, abilities={RED: {"book": 3}}, actions=2)
    s.play("lift coellen--warburg.1")
    assert sorted(s.offered("lift")) == ["hamburg--lubeck.1", "hamburg--stade.1"]
    s.play("stop", "put goslar--magdeburg.2")
    assert s.space("goslar--magdeburg.2") == [RED, "t"]
    assert s.space("coellen--warburg.1") is None
    assert (s.to_move, s.actions) == (RED, 1)


@case("CC-131", "HT-MOV-1")
def test_three_pieces_may_rotate() -> None:
    s = Scenario(spaces=THREE_ROUTES, abilities={RED: {"book": 1}}, actions=2)
    s.play("lift hamburg--lubeck.1", "lift hamburg--stade.1", "lift coellen--warburg.1")
    s.play("put hamburg--stade.1", "put coellen--warburg.1", "put hamburg--lubeck.1")
    assert s.json["spaces"] == {
        "hamburg--lubeck.1": [RED, "t"],
        "hamburg--stade.1": [RED, "t"],
        "coellen--warburg.1": [RED, "m"],
    }
    assert (s.to_move, s.actions) == (RED, 1)


@case("CC-132", "HT-MOV-1")
def test_no_more_pieces_are_lifted_than_the_book_allows() -> None:
    s = Scenario(spaces=THREE_ROUTES).play("lift hamburg--lubeck.1")
    assert sorted(s.offered("lift")) == ["coellen--warburg.1", "hamburg--stade.1"]
    s.play("lift hamburg--stade.1")
    assert s.offered("lift") == []
    assert set(s.offered("put")) == s.empty_spaces


@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1)])
@case("CC-133", "HT-MOV-4")
def test_a_merchant_may_not_take_the_last_house_from_a_lifted_trader(first: int, second: int) -> None:
    route = "malmo--stralsund"
    others = crowd("east-3-5", [BLUE, GREEN, YELLOW, PURPLE], f"{route}.1", f"{route}.3")
    own = {f"{route}.1": [RED, "m"], f"{route}.3": [RED, "t"]}
    s = Scenario("east-3-5", players=5, spaces=merge(others, own), abilities=dict.fromkeys(range(5), FULL))
    assert s.empty_spaces == set()
    s.play(f"lift {route}.{first}", f"lift {route}.{second}")
    assert s.offered("put") == [f"{route}.{first}"]
    s.play(f"put {route}.{first}")
    assert s.offered("put") == [f"{route}.{second}"]
    s.play(f"put {route}.{second}")
    assert [s.space(space) for space in own] == list(own.values())


@case("CC-134", "HT-MOV-5")
def test_without_a_piece_on_a_route_there_is_no_move() -> None:
    s = Scenario(spaces=fill("hamburg--lubeck", BLUE, "t"), posts={"minden": [[RED, "t"]]}, special={"7": RED})
    assert s.to_move == RED
    assert s.offered("lift") == []


@case("CC-135", "HT-MOV-2")
def test_a_move_touches_neither_rivals_nor_posts() -> None:
    spaces = merge(fill("hamburg--lubeck", RED, "t"), fill("hamburg--lubeck", BLUE, "t", first=2))
    s = Scenario(spaces=spaces, posts={"minden": [[RED, "t"]]})
    supply, stock = s.supply(RED), s.stock(RED)
    assert s.offered("lift") == ["hamburg--lubeck.1"]
    s.play("lift hamburg--lubeck.1")
    assert set(s.offered("put")) == s.empty_spaces
    assert "hamburg--lubeck.2" not in s.offered("put")
    s.play("put hamburg--lubeck.3")
    assert s.space("hamburg--lubeck.2") == [BLUE, "t"]
    assert s.posts("minden") == [[RED, "t"], None, None, None]
    assert (s.supply(RED), s.stock(RED)) == (supply, stock)

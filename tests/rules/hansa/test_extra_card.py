"""Protects the extra card: its bonuses, their ties and its switch follow section 17."""

from typing import Any

import pytest

from kontor.core.values import SetupError
from kontor.games.hansa.game import Hansa
from tests.marks import case
from tests.rules.hansa.scenario import GREY, PURPLE, YELLOW, Scenario, stores

SMALL = [("orange", 1), ("brown", 1), ("red", 1), ("green", 1)]


def with_card(ties: str = "nobody", players: int = 3, **fields: Any) -> Scenario:
    """Return a position of a game with the extra card."""
    return Scenario(players, modules=["extra-card"], switches={"ties": ties}, **fields)


@case("T-X1")
def test_tallest_stack_and_widest_network() -> None:
    posts = {
        "riga": {GREY: 5, YELLOW: 3},
        "reval": {GREY: 1, YELLOW: 3},
        "danzig": {YELLOW: 3},
    }
    assert with_card(posts=posts).lines("extra-card") == [2, 4, 0]


@case("T-X2")
@pytest.mark.parametrize(("ties", "points"), [("nobody", [0, 0, 0]), ("everybody", [2, 2, 0])])
def test_a_shared_tallest_stack(ties: str, points: list[int]) -> None:
    posts = {"riga": {GREY: 4}, "reval": {YELLOW: 4}, "danzig": {PURPLE: 2}, "kalmar": {PURPLE: 2}}
    stacks = with_card(ties, posts=posts).lines("extra-card")
    assert stacks == [points[0], points[1], 4]  # Purple has the widest network


@case("T-X3", "H-END-1")
def test_only_the_first_tile_of_the_last_pile_counts() -> None:
    s = with_card(
        active=1,
        phase="restock",
        warehouses=stores(13),
        piles=[0, 0, 0, 0, 10],
        thalers={1: 6},
        ship="copenhagen",
    )
    s.play("restock").draw().play(f"buy {s.offered('buy')[0]}", "end-actions")
    s.play("restock").draw()
    assert (s.json["active"], s.lines("extra-card")) == (2, [0, 3, 0])


@case("T-X4")
@pytest.mark.parametrize("ties", ["nobody", "everybody"])
def test_small_goods_sold(ties: str) -> None:
    s = with_card(ties, sold={GREY: SMALL[:2], YELLOW: SMALL[2:3]}, held={YELLOW: [SMALL[3], SMALL[3]]})
    assert s.lines("extra-card") == [5, 0, 0]
    without = with_card(ties, held={YELLOW: SMALL[:2]}, sold={GREY: [("orange", 2), ("orange", 3)]})
    assert without.lines("extra-card") == [0, 0, 0]


def tie_at_48(own_posts: int) -> Scenario:
    """Return a position in which Grey has 41 points and 7 of the card, Yellow 44 and 4 of the card."""
    return with_card(
        posts={
            "riga": {GREY: own_posts},
            "reval": {GREY: 1, YELLOW: 3},
            "danzig": {YELLOW: 3},
            "kalmar": {YELLOW: 1},
        },
        sold={
            GREY: [("orange", 1)] * 2 + [("orange", 3)] * 4 + [("brown", 2)] * 5,
            YELLOW: [("red", 3)] * 4 + [("red", 2)] * 5,
        },
        held={YELLOW: [("green", 1)] * 3},
    )


@case("T-X5")
@pytest.mark.parametrize(("own_posts", "winners"), [(7, [GREY]), (6, [GREY, YELLOW]), (4, [YELLOW])])
def test_the_card_counts_before_ties_are_broken(own_posts: int, winners: list[int]) -> None:
    s = tie_at_48(own_posts)
    before = [score.total - score.lines["extra-card"] for score in s.sheet.scores]
    assert before == [41, 44, 0]
    assert s.lines("extra-card") == [7, 4, 0]
    assert s.sheet.winners == winners


@case("H-EXTRA-1", "H-EXTRA-7")
def test_without_the_module_there_is_no_line_for_the_card() -> None:
    s = Scenario(posts={"riga": {GREY: 5}}, end_triggered=GREY)
    assert list(s.sheet.scores[0].lines) == ["held", "sold", "ports"]
    same = with_card(posts={"riga": {GREY: 5}}, end_triggered=GREY)
    assert same.moves == s.moves
    assert same.line(GREY, "extra-card") == 2 + 3 + 4


@case("H-EXTRA-7", "H-END-5")
def test_a_game_that_was_stopped_has_no_bonus_for_the_last_pile() -> None:
    s = with_card(posts={"riga": {GREY: 1, YELLOW: 1}}, warehouses=stores(1), thalers={GREY: 0})
    for _ in range(7):
        s.pass_turn()
    assert s.lines("extra-card") == [0, 0, 0]


@case("H-EXTRA-6")
def test_the_switch_needs_the_module() -> None:
    with pytest.raises(SetupError, match="H-EXTRA-6"):
        Hansa({"players": 3, "switches": {"ties": "everybody"}})

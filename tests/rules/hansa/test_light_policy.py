"""Protects the light policy: it follows the rules of section 18."""

import pytest

from tests.marks import case
from tests.rules.hansa.scenario import GREY, YELLOW, Scenario, Tile, start, stores

SEEDS = 12


def choices(s: Scenario) -> set[str]:
    """Return the moves of the policy in a position with several seeds."""
    return {s.game.move_text(s.game.suggest(s.position, seed, "light")) for seed in range(SEEDS)}


@case("H-LIGHT-1")
def test_posts_are_placed_at_random() -> None:
    assert len(choices(start(3).draw())) > 3


@case("H-LIGHT-1")
@pytest.mark.parametrize(("filled", "choice"), [(7, "restock"), (8, "skip-restock")])
def test_half_empty_warehouses_are_restocked(filled: int, choice: str) -> None:
    assert choices(Scenario(phase="restock", warehouses=stores(filled))) == {choice}


@case("H-LIGHT-2")
def test_every_tile_that_can_be_sold_is_sold() -> None:
    tiles = [("orange", 1), ("orange", 2), ("red", 3), ("red", 3), ("green", 1)]
    s = Scenario(ship="riga", posts={"riga": {GREY: 1}}, held={GREY: tiles}, warehouses=stores())
    for _ in range(4):
        s.play(min(choices(s)))
    assert s.held(GREY) == ["green-1"]


@case("H-LIGHT-2")
@pytest.mark.parametrize(
    ("posts", "choice"),
    [({"riga": {GREY: 1}}, "build green-2"), ({"reval": {YELLOW: 1}}, "build orange-1")],
)
def test_a_single_tile_is_built_with_in_a_new_port(posts: dict[str, dict[int, int]], choice: str) -> None:
    tiles = [("orange", 1), ("orange", 3), ("red", 3), ("green", 2)]
    assert choices(Scenario(ship="reval", posts=posts, held={GREY: tiles}, warehouses=stores())) == {choice}


@case("H-LIGHT-2")
def test_a_colour_already_held_is_bought_first() -> None:
    store = {"riga": [("red", 3), ("green", 1)]}
    own = {"riga": {GREY: 1}}
    assert choices(Scenario(ship="riga", posts=own, warehouses=store)) == {"buy red-3"}
    with_green = Scenario(ship="riga", posts=own, warehouses=store, held={GREY: [("green", 3)]})
    assert choices(with_green) == {"buy green-1"}
    six: list[Tile] = [("blue", 1), ("orange", 1), ("brown", 1), ("red", 1), ("green", 3), ("pink", 1)]
    full = Scenario(4, ship="riga", posts={"riga": {GREY: 1}}, warehouses=store, held={GREY: six}, acted=True)
    assert choices(full) == {"sail danzig"}


@case("H-LIGHT-2")
def test_sail_while_there_is_money_then_end() -> None:
    assert choices(Scenario(ship="copenhagen")) == {"sail danzig", "sail lubeck", "sail tonsberg"}
    assert choices(Scenario(thalers={GREY: 0})) == {"end-actions"}


@case("H-LIGHT-3")
def test_the_smallest_single_tile_is_given_up() -> None:
    tiles = [("orange", 1), ("orange", 3), ("red", 3), ("green", 2)]
    assert choices(Scenario(phase="tax", held={GREY: tiles})) == {"give-up green-2"}
    lost = Scenario(phase="losses", held={YELLOW: tiles}, pending_losses=[(YELLOW, "orange")])
    assert choices(lost) == {"lose orange-1"}

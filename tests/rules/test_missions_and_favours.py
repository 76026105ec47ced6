"""Mission cards and the Emperor's Favour follow the cases of section 12.8."""

from typing import Any

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, YELLOW, Scenario, fill

DISPLAY = ["displaced-anywhere", "extra-action", "cities-double", "abilities-seven"]
THREE_UNUSED = {RED: ["actions-3", "develop-ability", "exchange-posts"]}


def with_favours(**fields: Any) -> Scenario:
    """Return a position of a game with the Emperor's Favour."""
    return Scenario(modules=["emperors-favour"], **fields)


@case("CC-210", "HT-FAV-1", "HT-MIS-1", "HT-INF-1")
def test_the_setup_shows_four_tiles_and_deals_four_secret_cards() -> None:
    s = Scenario(modules=["mission-cards", "emperors-favour"])
    s.position = s.game.start()
    s.play("chance move-3", "chance exchange-posts", "chance additional-post")
    for n, tile in enumerate(DISPLAY):
        assert (s.to_move, len(s.moves)) == ("chance", 6 - n)
        s.play(f"chance {tile}")
        assert not s.legal(f"chance {tile}")
    for seat, card in enumerate(["m2", "m9", "m4", "m1"]):
        assert (s.to_move, len(s.moves)) == ("chance", 9 - seat)
        dealing = s.game.parse_move(f"chance {card}")
        seen = {viewer: s.game.redacted_move(s.position, dealing, viewer) for viewer in (*range(4), None)}
        assert seen == dict.fromkeys((*range(4), None), "chance ?") | {seat: f"chance {card}"}
        s.play(f"chance {card}")
        assert s.events[-1].seats == {seat}
        assert not s.legal(f"chance {card}")

    assert (s.to_move, s.actions) == (RED, 2)
    assert s.json["favour_display"] == DISPLAY
    assert s.json["favours"] == {"0": [], "1": [], "2": [], "3": []}
    cards = {
        "0": ["dortmund", "minden", "luneburg"],
        "1": ["dortmund", "stendal", "munster"],
        "2": ["arnheim", "perleberg", "hannover"],
        "3": ["osnabruck", "stendal", "paderborn"],
    }
    assert s.json["missions"] == cards
    for viewer in range(4):
        view = s.game.position_json(s.game.view(s.position, viewer))
        hidden = {owner: cards[owner] if owner == str(viewer) else "?" for owner in cards}
        assert view == s.json | {"missions": hidden}
    spectator = s.game.position_json(s.game.view(s.position, None))
    assert spectator["missions"] == dict.fromkeys(cards, "?")


@case("CC-211", "HT-FAV-2", "HT-FAV-3", "HT-FAV-5")
def test_more_actions_costs_two_markers_and_this_turn_and_counts_from_the_next() -> None:
    s = with_favours(favour_display=DISPLAY, unused_markers={RED: ["actions-3", "develop-ability"]})
    assert s.offered("buy-favour") == [f"{tile} develop-ability,actions-3" for tile in DISPLAY]
    s.play("buy-favour extra-action develop-ability,actions-3")
    assert (s.unused(RED), s.used(RED)) == ([], ["actions-3", "develop-ability"])
    assert s.line(RED, "markers") == 3
    assert (s.to_move, s.actions, s.moves) == (RED, 0, ["end-turn"])
    assert s.json["favours"]["0"] == ["extra-action"]

    s.play("end-turn")
    for seat in (BLUE, GREEN, YELLOW):
        assert (s.to_move, s.actions) == (seat, 2)
        s.play("end-turn")
    assert (s.to_move, s.actions) == (RED, 3)
    assert s.json["favours"]["0"] == ["extra-action"]
    assert s.json["favour_display"] == ["displaced-anywhere", "cities-double", "abilities-seven"]


@case("CC-212", "HT-FAV-2")
@pytest.mark.parametrize(
    ("markers", "before"),
    [
        (["actions-3", "develop-ability"], "place hamburg--stade.1 t"),
        (["actions-3", "actions-4", "develop-ability"], "use actions-3"),
        (
            ["actions-3", "actions-4", "develop-ability", "move-3"],
            "buy-favour extra-action actions-3,actions-4",
        ),
    ],
    ids=["after an action", "after the use of a marker", "after a purchase"],
)
def test_a_favour_is_bought_before_anything_else_and_only_once(markers: list[str], before: str) -> None:
    s = with_favours(favour_display=DISPLAY, unused_markers={RED: markers})
    assert s.legal("buy-favour displaced-anywhere")
    s.play(before)
    assert len(s.unused(RED)) >= 2
    assert s.offered("buy-favour") == []


@case("CC-212", "HT-FAV-2")
def test_a_favour_costs_two_unused_markers() -> None:
    s = with_favours(
        favour_display=DISPLAY,
        unused_markers={RED: ["actions-3"], BLUE: ["develop-ability"]},
        used_markers={RED: ["actions-4", "move-3"]},
    )
    assert s.offered("buy-favour") == []


@case("CC-213", "HT-FAV-2", "HT-TRN-2")
def test_a_developed_actions_value_counts_only_after_a_turn_given_up_for_a_favour() -> None:
    s = with_favours(favour_display=DISPLAY, unused_markers=THREE_UNUSED)
    s.play("buy-favour displaced-anywhere exchange-posts,actions-3")
    abilities = ("keys", "actions", "privilege", "book", "bank")
    assert set(s.moves) == {*(f"use develop-ability {ability}" for ability in abilities), "end-turn"}
    s.play("use develop-ability actions")
    assert (s.level(RED, "actions"), s.actions, s.moves) == (1, 0, ["end-turn"])
    s.play(*["end-turn"] * 4)
    assert (s.to_move, s.actions) == (RED, 3)


@case("CC-213", "HT-FAV-2")
def test_an_action_marker_cannot_be_used_in_a_turn_given_up_for_a_favour() -> None:
    s = with_favours(favour_display=DISPLAY, unused_markers=THREE_UNUSED)
    s.play("buy-favour displaced-anywhere exchange-posts,develop-ability")
    assert s.unused(RED) == ["actions-3"]
    assert (s.actions, s.moves) == (0, ["end-turn"])
    s.play(*["end-turn"] * 4)
    assert s.offered("use") == ["actions-3"]


@case("CC-214", "HT-FAV-7", "HT-INC-5")
@pytest.mark.parametrize(
    ("answer", "supply", "stock"), [("react yes t", (10, 0), (1, 1)), ("react no", (9, 0), (2, 1))]
)
def test_the_owner_of_income_may_take_a_trader_when_another_takes_income(
    answer: str, supply: tuple[int, int], stock: tuple[int, int]
) -> None:
    s = with_favours(active=BLUE, favours={GREEN: ["income-share"]}, stock={GREEN: [2, 1]})
    assert s.supply(GREEN) == (9, 0)
    s.play("income 1 0")
    assert (s.to_move, s.moves) == (GREEN, ["react yes t", "react no"])
    s.play(answer)
    assert (s.supply(GREEN), s.stock(GREEN)) == (supply, stock)
    assert (s.to_move, s.actions) == (BLUE, 1)


@case("CC-214", "HT-FAV-7", "HT-INC-5")
def test_the_owner_of_income_gets_nothing_on_the_own_income() -> None:
    s = with_favours(active=GREEN, favours={GREEN: ["income-share"]}, stock={GREEN: [2, 1]})
    s.play("income 1 0")
    assert (s.supply(GREEN), s.stock(GREEN)) == ((10, 0), (1, 1))
    assert (s.to_move, s.actions, s.legal("react"), s.legal("end-turn")) == (GREEN, 1, False, True)


@case("CC-215", "HT-FAV-7", "AMB-22")
def test_a_merchant_may_be_taken_by_income_only_where_the_switch_says_any() -> None:
    fields: dict[str, Any] = {"active": BLUE, "favours": {GREEN: ["income-share"]}, "stock": {GREEN: [0, 1]}}
    s = with_favours(**fields).play("income 1 0")
    assert (s.to_move, s.actions, s.legal("react"), s.legal("end-turn")) == (BLUE, 1, False, True)
    assert (s.supply(GREEN), s.stock(GREEN)) == ((11, 0), (0, 1))

    s = with_favours(switches={"favour_income_kind": "any"}, **fields).play("income 1 0")
    assert (s.to_move, s.moves) == (GREEN, ["react yes m", "react no"])
    s.play("react yes m")
    assert (s.supply(GREEN), s.stock(GREEN), s.to_move) == ((11, 1), (0, 0), BLUE)


@case("CC-216", "HT-MIS-2", "HT-CTL-1", "HT-SCO-H")
@pytest.mark.parametrize(("luneburg", "points"), [([[GREEN, "m"], [RED, "t"]], 8), ([[RED, "m"], [GREEN, "t"]], 3)])
def test_control_by_the_rightmost_post_counts_for_a_mission(luneburg: list[Any], points: int) -> None:
    s = Scenario(
        modules=["mission-cards"],
        missions={RED: ["dortmund", "minden", "luneburg"]},
        posts={
            "dortmund": [[BLUE, "m"], [RED, "t"]],
            "minden": [[BLUE, "t"], [GREEN, "t"], [RED, "t"]],
            "luneburg": luneburg,
        },
    )
    assert s.line(RED, "mission") == points
    assert s.line(BLUE, "mission") == 0


@case("CC-217", "HT-FAV-1", "HT-FAV-4", "HT-FAV-6", "HT-DSP-14")
def test_anywhere_and_compensation_of_one_owner_add_up() -> None:
    s = with_favours(
        spaces=fill("dortmund--paderborn", BLUE, "t"),
        favours={BLUE: ["displaced-anywhere", "displaced-trader-two"]},
        supply={RED: [5, 1]},
        stock={BLUE: [3, 0]},
    )
    fee_to = s.stock(RED)[0] + 1
    s.play("displace dortmund--paderborn.1 t 0")
    assert (s.supply(RED), s.stock(RED)) == ((3, 1), (fee_to, 0))
    free = set(s.game.board.spaces) - {"dortmund--paderborn.1"}
    assert (s.to_move, set(s.moves)) == (BLUE, {f"relocate {space} t" for space in free})

    for left, space in ((3, "dortmund--paderborn.2"), (2, "dortmund--paderborn.3")):
        s.play(f"relocate {space} t")
        free.remove(space)
        assert s.stock(BLUE) == (left, 0)
        assert (s.to_move, set(s.moves)) == (BLUE, {f"relocate {space} t" for space in free} | {"stop"})
    s.play("relocate hamburg--lubeck.1 t")
    assert (s.stock(BLUE), s.supply(BLUE)) == ((1, 0), (7, 1))
    assert (s.to_move, s.actions) == (RED, 1)
    assert s.space("dortmund--paderborn.1") == [RED, "t"]
    for space in ("dortmund--paderborn.2", "dortmund--paderborn.3", "hamburg--lubeck.1"):
        assert s.space(space) == [BLUE, "t"]

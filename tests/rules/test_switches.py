"""Every value of the switches of table 2.4 has its effect, except those of replacement markers."""

from __future__ import annotations

from typing import Any

import pytest

from kontor.core.values import SetupError
from kontor.games.teutonica.board_file import load as board_file
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.setup import BOARDS, EDITIONS, SWITCHES, edition, resolve
from tests.marks import case
from tests.rules.ledger import Switch, load
from tests.rules.scenario import BLUE, GREEN, NEUTRAL, RED, Scenario, fill, merge


def routes_of(country: str) -> set[str]:
    """Return the routes of a country of `britannia-4-5`."""
    return {route["id"] for route in board_file("britannia-4-5")["routes"] if route["region"] == country}


def two_players(switches: dict[str, Any], **fields: Any) -> Scenario:
    """Return a position of the neutral variant."""
    return Scenario("hanse-2-3", edition="second", players=2, switches=switches, **fields)


# table 2.4 itself


def default_of(switch: Switch, name: str, board: str) -> str | bool | None:
    """Return the default of a switch in the ledger."""
    for exception in switch.exception:
        if exception.edition == name and board in exception.boards:
            return exception.value
    values = {"first": switch.first, "second": switch.second, "big-box": switch.big_box}
    return values[name]


@case("HT-SET-1", "AMB-17")
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("board", BOARDS)
def test_every_edition_has_the_switches_and_defaults_of_the_ledger(name: str, board: str) -> None:
    if board not in edition(name)["boards"]:
        with pytest.raises(SetupError, match="has no board"):
            resolve({"edition": name, "board": board, "players": 4})
        return
    due = {switch.name: default_of(switch, name, board) for switch in load("teutonica").switches}
    players = edition(name)["boards"][board][0]
    resolved = resolve({"edition": name, "board": board, "players": players})["switches"]
    assert resolved == {switch: value for switch, value in due.items() if value is not None}


@case("HT-SET-1")
def test_the_switches_and_their_values_are_those_of_the_ledger() -> None:
    ledger = {switch.name: set(switch.values) for switch in load("teutonica").switches}
    assert {name: set(values) for name, values in SWITCHES.items()} == ledger


@case("HT-SET-1")
@pytest.mark.parametrize("switch", ["favour_income_kind", "neutral_extra", "region_tie", "favour_all_boards"])
def test_a_switch_its_edition_does_not_have_is_refused(switch: str) -> None:
    with pytest.raises(SetupError, match="does not exist in the edition 'first'"):
        resolve({"edition": "first", "players": 4, "switches": {switch: SWITCHES[switch][0]}})


# actions


@pytest.mark.parametrize(
    ("income", "choices"),
    [
        pytest.param("exact", {"3 0", "2 1", "1 2"}, marks=case("HT-INC-2", "AMB-01")),
        pytest.param(
            "up-to",
            {"1 0", "0 1", "2 0", "1 1", "0 2", "3 0", "2 1", "1 2"},
            marks=case("HT-INC-2", "AMB-01"),
        ),
    ],
)
def test_income_takes_exactly_or_up_to_the_bank_value(income: str, choices: set[str]) -> None:
    s = Scenario(
        switches={"income": income},
        supply={RED: [7, 0]},
        stock={RED: [4, 2]},
        abilities={RED: {"book": 1}},
    )
    assert set(s.offered("income")) == choices


@case("HT-INC-2", "AMB-01")
@pytest.mark.parametrize("income", ["exact", "up-to"])
def test_income_of_a_short_stock_may_take_all_of_it(income: str) -> None:
    s = Scenario(switches={"income": income}, supply={RED: [10, 1]}, stock={RED: [1, 0]})
    assert s.offered("income") == ["1 0"]


@case("HT-DSP-10", "AMB-03")
@pytest.mark.parametrize(("order", "kinds"), [("free", {"t", "m"}), ("displaced-first", {"t"})])
def test_the_order_of_displaced_piece_and_extras_is_free_or_not(order: str, kinds: set[str]) -> None:
    s = Scenario(
        switches={"displaced_order": order},
        spaces=fill("dortmund--paderborn", BLUE, "t"),
        supply={BLUE: [10, 0]},
        stock={BLUE: [0, 1]},
    )
    s.play("displace dortmund--paderborn.1 t 0")
    assert s.to_move == BLUE
    assert {words.split()[1] for words in s.offered("relocate")} == kinds
    s.play("relocate dortmund--duisburg.1 t")
    assert {words.split()[1] for words in s.offered("relocate")} == {"m"}, "the extra follows"


@case("HT-DSP-10", "HT-DSP-6", "AMB-03")
@pytest.mark.parametrize(("order", "lifts"), [("free", ["hamburg--lubeck.1"]), ("displaced-first", [])])
def test_an_own_piece_is_lifted_before_the_displaced_one_is_down_or_not(order: str, lifts: list[str]) -> None:
    posts = {"minden": [[BLUE, "t"]] * 4, "stendal": [[BLUE, "t"], [BLUE, "m"], [BLUE, "t"], [BLUE, "t"]]}
    s = Scenario(
        switches={"displaced_order": order},
        spaces=merge(fill("dortmund--paderborn", BLUE, "t"), fill("hamburg--lubeck", BLUE, "t")),
        posts={**posts, "hamburg": [[BLUE, "t"], [BLUE, "t"], None]},
        supply={BLUE: [0, 0]},
        stock={BLUE: [0, 0]},
    )
    s.play("displace dortmund--paderborn.1 t 0")
    assert s.offered("lift") == lifts
    s.play("relocate dortmund--duisburg.1 t")
    assert s.offered("lift") == ["hamburg--lubeck.1"]


# winners and regions


@case("HT-WIN-1", "ED-15")
@pytest.mark.parametrize(
    ("tie_break", "places"),
    [("shared", [[RED, BLUE], [GREEN, 3]]), ("actions-network", [[BLUE], [RED], [GREEN, 3]])],
)
def test_a_tie_is_shared_or_broken_by_the_level_of_actions(tie_break: str, places: list[list[int]]) -> None:
    s = Scenario(
        switches={"tie_break": tie_break},
        score={RED: 9, BLUE: 9},
        abilities={RED: {"actions": 2}, BLUE: {"actions": 1}},
    )
    assert s.ranking == places
    assert s.sheet.winners == places[0]


@case("HT-WIN-1", "ED-15")
@pytest.mark.parametrize(("tie_break", "winners"), [("shared", [RED, BLUE]), ("actions-network", [RED])])
def test_a_tie_on_equal_levels_is_broken_by_the_network(tie_break: str, winners: list[int]) -> None:
    posts = {
        "minden": [[RED, "t"], [RED, "t"], None, None],
        "hamburg": [[BLUE, "t"], None, None],
        "duisburg": [[BLUE, "t"]],
    }
    s = Scenario(switches={"tie_break": tie_break}, score={RED: 11, BLUE: 10}, posts=posts)
    assert [s.sheet.scores[seat].total for seat in (RED, BLUE)] == [15, 15]
    assert [s.line(seat, "network") for seat in (RED, BLUE)] == [2, 1]
    assert s.sheet.winners == winners


@case("HT-REG-3", "AMB-26")
@pytest.mark.parametrize(("tie", "points"), [("all-places", 4), ("two-places", 3)])
def test_three_tied_for_first_share_all_places_or_two(tie: str, points: int) -> None:
    posts = {
        "pembroke": [[RED, "t"], None, None],
        "conway": [[BLUE, "t"], None],
        "montgomery": [[GREEN, "t"], None],
    }
    s = Scenario("britannia-4-5", switches={"region_tie": tie}, posts=posts)
    assert [s.line(seat, "regions") for seat in range(4)] == [points, points, points, 0]


@case("HT-REG-3", "AMB-26")
@pytest.mark.parametrize("tie", ["all-places", "two-places"])
def test_two_tied_for_first_share_two_places_either_way(tie: str) -> None:
    posts = {"pembroke": [[RED, "t"], None, None], "conway": [[BLUE, "t"], None]}
    s = Scenario("britannia-4-5", switches={"region_tie": tie}, posts=posts)
    assert [s.line(seat, "regions") for seat in (RED, BLUE)] == [5, 5]


# favours


@case("HT-FAV-7", "AMB-22")
@pytest.mark.parametrize(
    ("kind", "offers"),
    [("trader", ["react yes t", "react no"]), ("any", ["react yes t", "react yes m", "react no"])],
)
def test_the_favour_income_brings_a_trader_or_any_kind(kind: str, offers: list[str]) -> None:
    s = Scenario(
        modules=["emperors-favour"],
        switches={"favour_income_kind": kind},
        active=BLUE,
        favours={GREEN: ["income-share"]},
        supply={GREEN: [9, 0]},
        stock={GREEN: [2, 1]},
    )
    s.play("income 1 0")
    assert (s.to_move, s.moves) == (GREEN, offers)
    s.play(offers[-2])
    assert s.stock(GREEN) == ((1, 1) if kind == "trader" else (2, 0))


@case("HT-FAV-7", "AMB-22")
@pytest.mark.parametrize(("kind", "decider"), [("trader", BLUE), ("any", GREEN)])
def test_a_merchant_alone_in_the_stock_counts_only_for_any_kind(kind: str, decider: int) -> None:
    s = Scenario(
        modules=["emperors-favour"],
        switches={"favour_income_kind": kind},
        active=BLUE,
        favours={GREEN: ["income-share"]},
        supply={GREEN: [11, 0]},
        stock={GREEN: [0, 1]},
    )
    s.play("income 1 0")
    assert s.to_move == decider


@case("HT-SET-1", "AMB-24")
@pytest.mark.parametrize(("board", "players"), [("east-3-5", 3), ("britannia-4-5", 4), ("britannia-2-3", 3)])
def test_favours_are_for_the_hanse_boards_or_for_all(board: str, players: int) -> None:
    setup: dict[str, Any] = {"board": board, "players": players, "modules": ["emperors-favour"]}
    with pytest.raises(SetupError, match="'emperors-favour' is not played on the board"):
        resolve({**setup, "switches": {"favour_all_boards": False}})
    game = Teutonica({**setup, "switches": {"favour_all_boards": True}})
    position = game.start()
    for _ in range(3 + players):
        game.advance(position, game.legal_moves(position)[0])
    assert len(game.position_json(position)["favour_display"]) == players


@case("HT-DSP-14", "HT-BRI-8", "AMB-24")
@pytest.mark.parametrize(
    ("route", "closed"), [("london--oxford", ["wales", "scotland"]), ("cardiff--pembroke", ["scotland"])]
)
def test_the_favour_anywhere_keeps_to_the_countries_of_britannia(route: str, closed: list[str]) -> None:
    s = Scenario(
        "britannia-4-5",
        modules=["emperors-favour"],
        switches={"favour_all_boards": True},
        favours={BLUE: ["displaced-anywhere"]},
        spaces=fill(route, BLUE, "t"),
        posts={"cardiff": [[RED, "t"], None, None, None, None]},
    )
    s.play(f"displace {route}.1 t 0")
    assert s.routes("relocate") == set(s.game.board.routes).difference(*map(routes_of, closed))


# two players


@case("HT-P2N-3", "AMB-36")
@pytest.mark.parametrize(("extra", "may_stop"), [("optional", True), ("mandatory", False)])
def test_the_additional_neutral_trader_is_optional_or_mandatory(extra: str, may_stop: bool) -> None:
    s = two_players({"neutral_extra": extra})
    s.play("displace bremen--osnabruck.1 t 0")
    assert s.to_move == BLUE
    assert not s.legal("stop"), "the displaced trader comes first or last, but it must come"
    s.play("relocate bremen--minden.1 t")
    assert (s.to_move, s.legal("stop")) == (BLUE, may_stop)
    s.play("relocate bremen--minden.2 t")
    assert s.to_move == RED


@case("HT-P2N-3", "AMB-36")
def test_a_human_may_decline_extras_although_the_neutral_one_is_mandatory() -> None:
    s = two_players({"neutral_extra": "mandatory"}, spaces=fill("dortmund--paderborn", BLUE, "t"))
    s.play("displace dortmund--paderborn.1 t 0", "relocate dortmund--duisburg.1 t")
    assert s.legal("stop")


@case("HT-P2N-15", "AMB-42")
@pytest.mark.parametrize(("regions", "points"), [("ranks", [4, 2]), ("ignored", [7, 4])])
def test_the_neutral_player_takes_a_rank_in_wales_or_not(regions: str, points: list[int]) -> None:
    posts = {
        "cardiff": [[NEUTRAL, "t"], [NEUTRAL, "t"], None, None],
        "pembroke": [[RED, "t"], [RED, "t"], None],
        "conway": [[BLUE, "t"], None],
        "chester": [[NEUTRAL, "t"], None, None],
    }
    s = Scenario("britannia-2-3", edition="second", players=2, switches={"neutral_regions": regions}, posts=posts)
    assert [s.line(seat, "regions") for seat in (RED, BLUE)] == points


RIM_WEST = {
    "coellen--warburg",
    "paderborn--warburg",
    "dortmund--paderborn",
    "dortmund--duisburg",
    "arnheim--duisburg",
    "arnheim--kampen",
    "kampen--osnabruck",
    "emden--osnabruck",
    "emden--groningen",
}
RIM_EAST = {
    "hamburg--lubeck",
    "hamburg--luneburg",
    "luneburg--perleberg",
    "perleberg--stendal",
    "magdeburg--stendal",
    "goslar--magdeburg",
    "goslar--quedlinburg",
    "halle--quedlinburg",
    "gottingen--quedlinburg",
    "goslar--hildesheim",
    "hildesheim--paderborn",
    "bremen--osnabruck",
    "bremen--hamburg",
    "hamburg--stade",
}


@case("HT-P2P-7", "AMB-33")
@pytest.mark.parametrize(
    ("rim", "provinces", "routes"), [("split", 16, RIM_WEST), ("single", 11, RIM_WEST | RIM_EAST)]
)
def test_the_rim_is_six_provinces_or_a_single_one(rim: str, provinces: int, routes: set[str]) -> None:
    s = Scenario("hanse-2-3", edition="first", players=2, switches={"pawn_rim": rim}, pawn="out-1")
    assert s.routes("place") == routes
    assert len(s.game.board.provinces) == provinces
    inner = {f"in-{n}" for n in range(1, 11)}
    reached = {words.split()[0] for words in s.offered("pawn") if words.endswith(" no")}
    far = {"in-5", "in-7", "in-9", "in-10"}  # P2, P7, P8 and P10 lie more than two borders from P16
    assert reached & inner == (inner - far if rim == "split" else inner)


# East


@case("HT-PRM-6", "AMB-28")
@pytest.mark.parametrize("same_route", [False, True])
def test_two_from_this_route_may_return_to_it_or_not(same_route: bool) -> None:
    s = Scenario(
        "east-3-5",
        switches={"place2_same_route": same_route},
        spaces=fill("danzig--malmo", RED, "tttm"),
        abilities={RED: {"book": 1}},
    )
    s.play("create danzig--malmo", "reward nothing")
    targets = s.routes("relocate")
    assert ("danzig--malmo" in targets) == same_route
    assert targets - {"danzig--malmo"} == set(s.game.board.routes) - {"danzig--malmo"}
    assert s.legal("stop")


# markers in hand


@case("HT-BMK-15", "HT-BMK-16", "ED-04")
@pytest.mark.parametrize(("name", "marker"), [("second", "remove-3"), ("big-box", "move-3")])
@pytest.mark.parametrize("effect", ["remove", "move"])
def test_the_three_marker_removes_or_moves(name: str, marker: str, effect: str) -> None:
    spaces = merge(fill("dortmund--paderborn", BLUE, "m"), fill("hamburg--stade", RED, "t"))
    s = Scenario(edition=name, switches={"three_marker": effect}, spaces=spaces, unused_markers={RED: [marker]})
    supply = s.supply(BLUE)
    s.play(f"use {marker}")
    if effect == "remove":
        assert set(s.moves) == {"remove dortmund--paderborn.1", "remove hamburg--stade.1"}
        s.play("remove dortmund--paderborn.1", "stop")
        assert s.supply(BLUE) == (supply[0], supply[1] + 1)
    else:
        assert s.moves == ["lift dortmund--paderborn.1"], "opponents' pieces only"
        s.play("lift dortmund--paderborn.1", "put minden--munster.1")
        assert s.space("minden--munster.1") == [BLUE, "m"]
        assert s.supply(BLUE) == supply
    assert (s.used(RED), s.actions) == ([marker], 2)


@case("HT-BMK-11", "ED-06")
@pytest.mark.parametrize(("needs_own", "pairs"), [(True, ["minden 1"]), (False, ["minden 0", "minden 1"])])
def test_an_exchange_needs_an_own_post_or_not(needs_own: bool, pairs: list[str]) -> None:
    s = Scenario(
        switches={"exchange_needs_own": needs_own},
        posts={"minden": [[BLUE, "t"], [GREEN, "t"], [RED, "t"], None]},
        unused_markers={RED: ["exchange-posts"]},
    )
    assert s.offered("use", "exchange-posts") == pairs

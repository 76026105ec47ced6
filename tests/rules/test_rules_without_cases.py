"""Rules without a case in the specification hold: components, setup, turn, actions and markers."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from kontor.core.values import SetupError
from kontor.games.teutonica.board_file import load
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.setup import BOARDS, configurations, resolve
from kontor.kernel.seats import CHANCE
from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, YELLOW, Scenario, fill, merge

FULL = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
MIXES = {
    "first": {"additional-post": 5, "exchange-posts": 2, "develop-ability": 3, "remove-3": 2},
    "second": {"additional-post": 4, "exchange-posts": 3, "develop-ability": 2, "remove-3": 2},
    "big-box": {"additional-post": 4, "exchange-posts": 3, "develop-ability": 2, "move-3": 2},
}


def opened(setup: dict[str, Any]) -> tuple[Teutonica, dict[str, Any]]:
    """Return a game and its position after all chance moves of the opening, always the first one."""
    game = Teutonica(setup)
    position = game.start()
    while game.to_move(position) == CHANCE:
        game.advance(position, game.legal_moves(position)[0])
    return game, game.position_json(position)


# components


@case("HT-CMP-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_colour_has_27_traders_4_merchants_and_a_desk(players: int) -> None:
    _, words = opened({"players": players})
    for seat in map(str, range(players)):
        supply, stock = words["supply"][seat], words["stock"][seat]
        assert [supply[0] + stock[0], supply[1] + stock[1]] == [11, 1], "15 and 3 are on the desk"
        assert words["abilities"][seat] == dict.fromkeys(FULL, 0)
    bare = Scenario(abilities={RED: FULL})
    traders, merchants = (a + b for a, b in zip(bare.supply(RED), bare.stock(RED), strict=True))
    assert (traders + 1, merchants) == (27, 4), "one trader marks the score"


@case("HT-CMP-2", "ED-01")
@pytest.mark.parametrize("edition", MIXES)
def test_the_markers_are_those_of_the_edition(edition: str) -> None:
    game, words = opened({"edition": edition, "players": 4})
    mix = MIXES[edition] | {"actions-3": 2, "actions-4": 2}
    lying = [*words["markers_on_routes"].values()]
    assert {marker: words["bag"].get(marker, 0) + lying.count(marker) for marker in mix} == mix
    assert sum(game.configuration.marker_mix) == sum(mix.values()) == (16 if edition == "first" else 15)


@case("HT-CMP-2")
def test_markers_of_one_type_are_interchangeable() -> None:
    s = Scenario(unused_markers={RED: ["actions-3", "actions-3"]})
    assert s.offered("use") == ["actions-3"]


@case("HT-CMP-3")
def test_modules_add_nine_cards_six_tiles_one_pawn_and_four_soldiers() -> None:
    game = Teutonica({"players": 4, "modules": ["emperors-favour", "mission-cards"]})
    position, offers = game.start(), list[int]()
    while game.to_move(position) == CHANCE:
        offers.append(len(game.legal_moves(position)))
        game.advance(position, game.legal_moves(position)[0])
    assert offers == [3, 2, 1, 6, 5, 4, 3, 9, 8, 7, 6], "start markers, tiles, cards"
    assert len(load("hanse-2-3")["two_player"]["soldiers"]) == 4
    pawn = Scenario("hanse-2-3", edition="first", players=2, pawn="in-1")
    assert pawn.json["pawn"] == "in-1"


@case("HT-CMP-4")
def test_a_merchant_may_replace_a_trader_but_not_the_reverse() -> None:
    east = Scenario("east-3-5", supply={RED: [5, 1]})
    assert set(east.offered("place", "malmo--visby.1")) == {"t", "m"}
    assert east.offered("place", "malmo--visby.2") == ["m"], "a ship takes no trader"
    fee = Scenario(spaces=fill("dortmund--paderborn", BLUE, "t"), supply={RED: [1, 1]})
    assert set(fee.offered("displace", "dortmund--paderborn.1")) == {"t 1", "m 0"}, "a merchant pays a fee"
    for kinds, city in (("mmm", "stade"), ("ttt", "hamburg")):
        s = Scenario(spaces=fill("hamburg--stade", RED, kinds), abilities={RED: {"book": 3}})
        s.play("create hamburg--stade")
        assert s.offered("reward", "post") == [city], "posts are strict in both directions"


@case("HT-ABL-4", "HT-SCO-B")
@pytest.mark.parametrize("ability", FULL)
def test_an_ability_is_fully_developed_when_none_of_its_pieces_is_left(ability: str) -> None:
    top = FULL[ability]
    almost, full = (Scenario(abilities={RED: {ability: level}}) for level in (top - 1, top))
    assert almost.line(RED, "abilities") == 0
    assert full.line(RED, "abilities") == (0 if ability == "keys" else 4)
    marker = {RED: ["develop-ability"]}
    assert Scenario(abilities={RED: {ability: top - 1}}, unused_markers=marker).legal(
        f"use develop-ability {ability}"
    )
    assert not Scenario(abilities={RED: {ability: top}}, unused_markers=marker).legal(
        f"use develop-ability {ability}"
    )


# setup


@case("HT-SET-1")
def test_the_tables_allow_75_combinations() -> None:
    found = [(c["edition"], c["board"], c["players"], tuple(c["modules"])) for c in configurations()]
    assert len(set(found)) == len(found) == 75
    boards = {edition: {board for e, board, _, _ in found if e == edition} for edition in MIXES}
    assert boards["first"] == {"hanse-2-3", "hanse-4-5", "east-3-5"}
    assert boards["second"] == boards["big-box"] == set(BOARDS)


@case("HT-SET-1")
@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ({"edition": "first", "board": "britannia-4-5"}, "has no board 'britannia-4-5'"),
        ({"board": "hanse-4-5", "players": 3}, "not for 3 players"),
        ({"board": "hanse-2-3", "players": 4}, "not for 4 players"),
        ({"board": "britannia-4-5", "players": 2}, "'britannia-4-5'"),
        ({"edition": "first", "board": "east-3-5", "players": 2}, "'east-3-5'"),
        ({"board": "east-3-5", "modules": ["mission-cards"]}, "not played on the board 'east-3-5'"),
        ({"edition": "second", "modules": ["emperors-favour"]}, "does not exist in the edition 'second'"),
        ({"edition": "first", "modules": ["promo-markers"]}, "does not exist in the edition 'first'"),
        ({"edition": "second", "players": 2, "modules": ["two-player-pawn"]}, "does not exist"),
        ({"players": 3, "modules": ["two-player-neutral"]}, "for two players, not 3"),
    ],
)
def test_a_combination_outside_the_tables_is_refused(setup: dict[str, Any], why: str) -> None:
    with pytest.raises(SetupError, match=why):
        resolve({"players": 4, **setup})


@case("HT-SET-2")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_first_seat_starts_and_seats_take_turns_in_order(players: int) -> None:
    board = "hanse-4-5" if players > 3 else "hanse-2-3"
    s = Scenario(board, players=players)
    seats = []
    for _ in range(players + 1):
        seats.append(s.to_move)
        s.play("end-turn")
    assert seats == [*range(players), RED]


@case("HT-SET-3", "HT-RNG-1", "ED-03")
@pytest.mark.parametrize("edition", MIXES)
def test_the_start_markers_are_dealt_at_random_to_the_taverns(edition: str) -> None:
    game = Teutonica({"edition": edition, "players": 4})
    three = "move-3" if edition == "big-box" else "remove-3"
    deals = set()
    for deal in permutations(["additional-post", "exchange-posts", three]):
        position = game.start()
        for marker in deal:
            assert game.to_move(position) == CHANCE
            assert set(game.chance_weights(position).values()) == {1}, "each is as likely"
            game.advance(position, game.parse_move(f"chance {marker}"))
        assert game.to_move(position) == RED
        lying = game.position_json(position)["markers_on_routes"]
        assert set(lying) == {"bremen--osnabruck", "goslar--hildesheim", "luneburg--perleberg"}
        deals.add(tuple(lying.values()))
    assert len(deals) == 6


@case("HT-SET-4", "ED-02", "HT-RNG-2")
@pytest.mark.parametrize(("edition", "supply"), [("first", 13), ("second", 12), ("big-box", 12)])
def test_the_other_markers_are_the_face_down_supply(edition: str, supply: int) -> None:
    _, words = opened({"edition": edition, "players": 4})
    three = "move-3" if edition == "big-box" else "remove-3"
    mix = MIXES[edition] | {"actions-3": 2, "actions-4": 2}
    for marker in ("additional-post", "exchange-posts", three):
        mix[marker] -= 1
    assert words["bag"] == mix
    assert sum(mix.values()) == supply
    assert (words["plate"], words["discarded"]) == ({}, {})


@case("HT-SET-8")
@pytest.mark.parametrize("board", BOARDS)
def test_at_the_start_everything_is_empty(board: str) -> None:
    s = Scenario(board)
    words = s.json
    assert [words[part] for part in ("spaces", "posts", "extra_posts", "special")] == [{}, {}, {}, {}]
    assert words.get("green_posts", {}) == {}
    assert s.completed == 0
    assert all(not any(s.sheet.scores[seat].lines.values()) for seat in range(s.game.players))


@case("HT-SET-9", "HT-P2N-2")
def test_unused_colours_stay_out_of_the_game() -> None:
    _, words = opened({"players": 3})
    assert all(set(words[part]) == {"0", "1", "2"} for part in ("supply", "stock", "abilities", "score"))
    _, words = opened({"players": 2})
    assert set(words["supply"]) == {"0", "1"}, "the neutral colour has no supply"
    assert {owner for owner, _ in words["spaces"].values()} == {"n"}
    assert words["score"] == {"0": 0, "1": 0, "n": 0}


# turn


@case("HT-TRN-1", "HT-FAV-2")
def test_a_favour_is_bought_before_anything_else() -> None:
    s = Scenario(
        modules=["emperors-favour"],
        favour_display=["income-share"],
        unused_markers={RED: ["develop-ability", "actions-3", "actions-4"]},
    )
    assert s.legal("buy-favour income-share")
    assert not s.play("use develop-ability book").legal("buy-favour")


@case("HT-TRN-1", "HT-P2P-4")
def test_the_free_pawn_move_is_legal_before_or_after_the_actions() -> None:
    s = Scenario("hanse-2-3", edition="first", players=2, pawn="in-1", actions=3)
    s.play("pawn in-2 no", "income 1 0")
    assert not any(words.endswith(" no") for words in s.offered("pawn")), "once per turn"
    s = Scenario("hanse-2-3", edition="first", players=2, pawn="in-1", actions=3)
    s.play("income 1 0", "pawn in-2 no")
    assert s.moves == ["end-turn"], "after it no further action"


@case("HT-TRN-3")
def test_actions_cost_one_each_in_any_order_and_repeated() -> None:
    s = Scenario(spaces=fill("hamburg--stade", RED, "tt"), actions=5)
    left = []
    for words in ("place hamburg--stade.3 t", "income 1 0", "income 1 0", "create hamburg--stade"):
        s.play(words)
        left.append(s.actions)
    assert left == [4, 3, 2, 1]
    s.play("reward nothing", "place hamburg--stade.1 t")
    assert (s.actions, s.moves) == (0, ["end-turn"])


@case("HT-TRN-3")
def test_an_action_is_finished_before_anything_else_begins() -> None:
    s = Scenario(spaces=fill("hamburg--stade", RED, "tt"), unused_markers={RED: ["actions-3"]})
    s.play("lift hamburg--stade.1")
    assert {words.split()[0] for words in s.moves} == {"lift", "stop"}
    s.play("stop")
    assert {words.split()[0] for words in s.moves} == {"put"}


@case("HT-TRN-5")
def test_a_turn_ends_only_by_its_own_decision() -> None:
    s = Scenario(actions=1).play("income 1 0")
    assert (s.to_move, s.actions, s.moves) == (RED, 0, ["end-turn"])
    s = Scenario(actions=1, unused_markers={RED: ["actions-4"]}).play("income 1 0")
    assert set(s.moves) == {"use actions-4", "end-turn"}


@case("HT-TRN-6", "HT-RPL-2")
def test_plate_markers_are_placed_before_the_next_seat_begins() -> None:
    s = Scenario(spaces=fill("bremen--osnabruck", RED, "ttt"))
    s.play("create bremen--osnabruck", "reward nothing", "end-turn", "chance actions-3")
    assert (s.to_move, s.json["active"]) == (RED, RED)
    assert {words.split()[0] for words in s.moves} == {"place-marker"}
    s.play("place-marker minden--munster actions-3")
    assert (s.to_move, s.json["active"], s.actions, s.json["turn"]) == (BLUE, BLUE, 2, 2)


# actions


@case("HT-INC-4", "HT-PLC-1", "HT-DSP-2")
def test_pieces_must_be_in_the_supply_before_they_are_placed_or_displace() -> None:
    s = Scenario(spaces=fill("hamburg--stade", BLUE, "t"), supply={RED: [0, 0]}, stock={RED: [11, 1]})
    assert (s.offered("place"), s.offered("displace")) == ([], [])
    s.play("income 2 1")
    assert set(s.offered("place", "hamburg--stade.2")) == {"t", "m"}
    assert set(s.offered("displace", "hamburg--stade.1")) == {"t 0", "t 1", "m 0"}


@case("HT-INC-5", "HT-FAV-7")
def test_after_income_another_owner_of_the_favour_reacts() -> None:
    fields: dict[str, Any] = {"modules": ["emperors-favour"], "favours": {GREEN: ["income-share"]}}
    s = Scenario(**fields).play("income 2 0")
    assert (s.supply(RED), s.to_move) == ((7, 1), GREEN), "afterwards"
    s.play("react yes t")
    assert (s.supply(GREEN), s.to_move, s.actions) == ((8, 1), RED, 1)
    s = Scenario(active=GREEN, **fields).play("income 1 0")
    assert s.to_move == GREEN, "a different owner only"
    assert s.happened("FavourIncomeTaken") == []


@case("HT-PLC-3", "HT-BRI-5", "HT-P2P-6")
def test_placing_needs_a_permission_in_wales_and_scotland_and_the_pawn_beside_the_route() -> None:
    regions = {route["id"]: route["region"] for route in load("britannia-4-5")["routes"]}
    none = Scenario("britannia-4-5")
    assert {regions[route] for route in none.routes("place")} == {"england"}
    carlisle = Scenario("britannia-4-5", posts={"carlisle": [[RED, "t"], None, None, None, None]})
    assert {regions[route] for route in carlisle.routes("place")} == {"england", "scotland"}
    pawn = Scenario("hanse-2-3", edition="first", players=2, pawn="in-5")
    assert pawn.routes("place") == {"bremen--minden", "bremen--hannover", "hannover--minden"}


@case("HT-MOV-3", "HT-DEC-1")
def test_a_move_goes_any_distance() -> None:
    s = Scenario(spaces=merge(fill("hamburg--stade", RED, "t"), fill("arnheim--duisburg", BLUE, "t")))
    s.play("lift hamburg--stade.1")
    assert set(s.offered("put")) == set(s.game.board.spaces) - {"arnheim--duisburg.1"}


@case("HT-DEC-1")
def test_distinct_moves_hold_one_empty_space_of_a_route_for_each_class() -> None:
    s = Scenario("east-3-5", spaces=fill("malmo--visby", BLUE, "t"), supply={RED: [3, 1]})
    moves = [s.game.move_text(move) for move in s.game.distinct_moves(s.position)]
    placed = [words for words in moves if words.startswith(("place malmo--visby", "place kulm--stettin"))]
    assert placed == [
        "place kulm--stettin.1 t",
        "place kulm--stettin.1 m",
        "place malmo--visby.2 m",
        "place malmo--visby.3 t",
        "place malmo--visby.3 m",
    ]
    assert set(moves) <= set(s.moves)
    assert [words for words in moves if not words.startswith("place")] == [
        words for words in s.moves if not words.startswith("place")
    ]


@case("HT-RTE-4", "HT-RTE-2")
def test_control_is_judged_before_the_post_of_the_same_action() -> None:
    s = Scenario(
        spaces=fill("hamburg--lubeck", RED, "ttt"),
        posts={"hamburg": [[BLUE, "t"], None, None]},
        abilities={RED: {"privilege": 1}},
    )
    s.play("create hamburg--lubeck", "reward post hamburg")
    assert (s.score(RED), s.score(BLUE)) == (0, 1)
    assert (s.line(RED, "cities"), s.line(BLUE, "cities")) == (2, 0), "now Red controls it"


@case("HT-STP-2")
def test_one_of_the_abilities_shown_is_picked_without_post_or_privilege() -> None:
    s = Scenario("east-3-5", spaces=fill("havelberg--waren", RED, "ttt"))
    s.play("create havelberg--waren")
    assert s.offered("reward", "ability") == ["actions", "bank"]
    s.play("reward ability bank")
    assert (s.level(RED, "bank"), s.level(RED, "actions")) == (1, 0)


@case("HT-STP-2")
@pytest.mark.parametrize("board", BOARDS)
def test_no_printed_route_shows_abilities_at_both_ends(board: str) -> None:
    shown = {city["id"]: city["abilities"] for city in load(board)["cities"]}
    assert not [route["id"] for route in load(board)["routes"] if all(shown[end] for end in route["ends"])]


@case("HT-PST-7", "HT-EWC-2")
@pytest.mark.parametrize("way", ["post", "extra_post", "none"])
def test_every_new_post_is_checked_for_the_connection(way: str) -> None:
    munster = [[BLUE, "m"], None] if way == "extra_post" else [None, None]
    s = Scenario(
        spaces=fill("minden--munster", RED, "mtt"),
        posts={
            "arnheim": [[RED, "t"], None, None, None],
            "minden": [[RED, "t"], None, None, None],
            "brunswiek": [[RED, "t"]],
            "stendal": [[RED, "t"], None, None, None],
            "munster": munster,
        },
        unused_markers={RED: ["additional-post"]},
    )
    reward = {"post": "reward post munster", "extra_post": "reward extra_post munster t"}
    s.play("create minden--munster", reward.get(way, "reward nothing"))
    assert s.score(RED) == (1 if way == "none" else 8), "1 for Minden and 7 for the connection"
    assert s.json["east_west_done"] == ([] if way == "none" else [RED])


# decisions


@case("HT-DEC-1")
def test_every_legal_space_is_offered() -> None:
    s = Scenario("east-3-5", spaces=fill("danzig--malmo", BLUE, "t.t"))
    ships = {s for s, ship in zip(s.game.board.spaces, s.game.board.board_tables()["is_ship"], strict=True) if ship}
    free = set(s.game.board.spaces) - {"danzig--malmo.1", "danzig--malmo.3"}
    assert {words.split()[0] for words in s.offered("place") if words.endswith(" m")} == free
    assert {words.split()[0] for words in s.offered("place") if words.endswith(" t")} == free - ships


@case("HT-DEC-3", "HT-MOV-1")
def test_lifting_everything_first_reaches_whatever_moving_one_by_one_reaches() -> None:
    start = merge(fill("hamburg--stade", RED, "t"), fill("hamburg--lubeck", RED, "m"))
    t, m = "hamburg--stade.1", "hamburg--lubeck.1"
    spots = {t, m, "hamburg--stade.2", "arnheim--duisburg.1"}
    reached = set()
    for first, second in ((t, m), (m, t)):
        for goal in spots - {second} | {first}:
            for last in spots - {goal}:
                reached.add((goal, last) if first == t else (last, goal))
    assert (m, t) not in reached, "one by one, two moves are not enough for a swap"
    for trader, merchant in {*reached, (m, t)}:
        s = Scenario(spaces=start).play(f"lift {t}", f"lift {m}", f"put {trader}", f"put {merchant}")
        assert (s.space(trader), s.space(merchant)) == ([RED, "t"], [RED, "m"])
        assert (len(s.json["spaces"]), s.actions) == (2, 1)


@case("HT-DEC-4", "HT-PRO-3")
def test_reactions_are_made_in_seat_order_from_the_active_player() -> None:
    attached = {"bremen--hannover": [[RED, "tribute"]], "bremen--hamburg": [[YELLOW, "tribute"]]}
    s = Scenario(
        modules=["promo-markers"],
        active=GREEN,
        spaces=fill("bremen--minden", GREEN, "mtt"),
        attached=attached,
    )
    s.play("create bremen--minden", "reward post bremen")
    assert s.to_move == YELLOW, "seat order starts left of Green"
    s.play("react 0 0")
    assert s.to_move == RED
    s.play("react 0 0")
    assert s.to_move == GREEN


@case("HT-BMK-10", "HT-PST-8", "HT-TRN-7")
def test_an_extra_post_belongs_into_create() -> None:
    s = Scenario(
        spaces=fill("hamburg--luneburg", RED, "tttt"),
        posts={"hamburg": [[BLUE, "t"], None, None]},
        unused_markers={RED: ["additional-post"]},
    )
    assert s.offered("use") == [], "never between actions"
    s.play("create hamburg--luneburg")
    assert s.offered("reward", "extra_post") == ["hamburg t"], "Lüneburg has no post yet"
    s.play("reward extra_post hamburg t")
    assert s.json["extra_posts"] == {"hamburg": [[RED, "t"]]}
    assert (s.unused(RED), s.used(RED)) == ([], ["additional-post"])

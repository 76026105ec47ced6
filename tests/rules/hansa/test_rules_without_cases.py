"""Protects the rules of Hansa for which the rules page has no case."""

from collections import Counter

import pytest

from kontor.core.record import position_at, record_of, result_of
from kontor.games.hansa.game import Hansa
from tests.marks import case
from tests.rules.hansa.scenario import GREY, PURPLE, WHITE, YELLOW, Scenario, start, stores

PLACES = ["place riga", "place riga", "place kalmar", "place kalmar", "place reval", "place reval"]


@case("H-COMP-1", "H-COMP-6", "H-SETUP-2")
def test_the_bag_at_the_start() -> None:
    s = start(4)
    counts = Counter({(colour, barrels): count for colour, barrels, count in s.json["bag"]})
    assert (len(counts), counts.total()) == (18, 78)
    assert {barrels: counts["pink", barrels] for barrels in (1, 2, 3)} == {1: 4, 2: 5, 3: 4}
    assert sum(barrels * count for (_, barrels), count in counts.items()) == 156


@case("H-COMP-2", "H-COMP-3", "H-COMP-4", "H-SETUP-5", "H-SETUP-6")
@pytest.mark.parametrize(("players", "bank"), [(2, 16), (3, 13), (4, 10)])
def test_all_seats_start_with_the_same(players: int, bank: int) -> None:
    s = start(players).draw()
    assert [s.thalers(seat) for seat in range(players)] == [3] * players
    assert [s.stock(seat) for seat in range(players)] == [15] * players
    assert (s.bank, s.json["ship"], s.json["posts"]) == (bank, "copenhagen", {})


@case("H-SETUP-1", "H-INFO-5")
@pytest.mark.parametrize(("players", "left_out", "tiles"), [(2, 2, 52), (3, 1, 65), (4, 0, 78)])
def test_colours_are_left_out_at_random(players: int, left_out: int, tiles: int) -> None:
    s = start(players)
    for n in range(left_out):
        weights = s.game.chance_weights(s.position)
        assert [s.game.move_text(move) for move in weights] == s.moves
        assert (len(weights), set(weights.values())) == (6 - n, {1})
        s.play(s.moves[-1])
    assert s.json["removed_colours"] == ["blue", "pink"][2 - left_out :]
    assert sum(count for _, _, count in s.json["bag"]) == tiles
    if left_out:
        assert s.rule("chance pink") == "H-CMD-1"


@case("H-SETUP-7", "H-CMD-1")
def test_the_start_player_is_drawn_after_the_colours() -> None:
    s = start(3)
    assert s.json["start_player"] is None
    assert s.rule("chance 1") == "H-CMD-1"
    s.play("chance red")
    assert s.moves == ["chance 0", "chance 1", "chance 2"]
    assert s.rule("chance 3") == "H-SETUP-7"
    s.play("chance 2")
    assert s.rule("chance red-1") == "H-INFO-5"
    assert s.json.get("start_player") == 2
    s.draw()
    assert (s.phase, s.to_move) == ("placement", 2)


@case("H-SETUP-7")
def test_the_setup_may_name_the_start_player() -> None:
    s = start(4, start_player=3)
    assert s.json["start_player"] == 3
    s.draw()
    assert (s.to_move, s.happened("StartPlayerChosen")) == (WHITE, [])


@case("H-INFO-5", "H-STATE-6")
def test_a_tile_is_as_likely_as_its_copies_in_the_bag() -> None:
    s = start(4, start_player=0).play("chance orange-2")
    weights = {s.game.move_text(move): weight for move, weight in s.game.chance_weights(s.position).items()}
    assert (weights["chance orange-2"], weights["chance orange-1"], weights["chance brown-2"]) == (4, 4, 5)
    assert sum(weights.values()) == 77


@case("H-TURN-1", "H-TURN-3", "H-PLACE-1", "H-STATE-3", "H-INC-1")
def test_turns_go_round_from_the_start_player() -> None:
    s = start(2, start_player=1).draw()
    seats = []
    for move in PLACES:
        seats.append(s.to_move)
        s.play(move)
    assert seats == [1, 0, 1, 0, 1, 0]
    rows = []
    for _ in range(4):
        rows.append((s.to_move, s.json["round"], s.json["turn"], s.thalers(s.json["active"])))
        s.pass_turn()
    assert rows == [(1, 1, 1, 6), (0, 1, 2, 6), (1, 2, 3, 6), (0, 2, 4, 6)]


@case("H-INC-2", "H-MONEY-3", "A-7")
def test_income_is_paid_even_by_an_empty_bank() -> None:
    s = Scenario(4, active=WHITE, thalers={GREY: 8, YELLOW: 7, PURPLE: 6, WHITE: 1}, warehouses=stores())
    assert s.bank == 0
    s.play("end-actions")
    assert (s.thalers(GREY), s.bank) == (11, -3)


@case("H-MONEY-1", "H-MONEY-2", "H-MONEY-4")
@pytest.mark.parametrize(("players", "most"), [(2, 12), (3, 19), (4, 26)])
def test_thalers_are_created_only_by_income(players: int, most: int) -> None:
    game = Hansa({"players": players})
    for seed in range(3):
        position = game.start()
        for move in game.play_out(game.start(), seed, ["uniform"] * players, 400, keep_moves=True).moves:
            before = sum(game.position_json(position)["thalers"].values())
            names = [event.name for event in game.events(position, move)]
            game.advance(position, move)
            after = sum(game.position_json(position)["thalers"].values())
            assert after <= most
            assert after <= before or "TurnBegun" in names


@case("H-STOCK-1", "H-STOCK-3", "H-DEC-2")
def test_a_restock_can_be_decided_only_once() -> None:
    s = Scenario(phase="restock", warehouses=stores(5), thalers={GREY: 6})
    assert (s.to_move, s.moves) == (GREY, ["restock", "skip-restock"])
    s.play("skip-restock")
    refusal = s.refusal("restock")
    assert (refusal.rule, refusal.facts) == ("H-STOCK-1", {"phase": "actions", "to_move": GREY})
    assert (s.stored(), s.thalers(GREY)) == (5, 6)


@case("H-STOCK-6")
def test_a_restock_keeps_the_tiles_in_warehouses() -> None:
    before = {"riga": [None, ("green", 3)], "kalmar": [("red", 1)]}
    s = Scenario(phase="restock", warehouses=before, thalers={GREY: 6}).play("restock").draw()
    assert s.stored() == 14
    assert (s.json["warehouses"]["riga"][1], s.json["warehouses"]["kalmar"]) == (["green", 3], [["red", 1]])
    assert [event["port"] for event in s.happened("TileRevealed")][-2:] == ["reval", "riga"]


@case("H-ACT-1", "H-ACT-8", "H-DEC-3")
def test_the_actions_end_only_by_a_decision() -> None:
    s = Scenario(thalers={GREY: 0})
    assert s.moves == ["end-actions"]
    assert Scenario(thalers={GREY: 1}).moves == ["sail tonsberg", "sail lubeck", "sail danzig", "end-actions"]


@case("H-ACT-6")
def test_a_turn_begins_with_a_new_visit() -> None:
    s = Scenario(acted=True, ship="riga", posts={"riga": {YELLOW: 1}}, warehouses=stores())
    assert s.offered("buy") == []
    s.play("end-actions")
    assert len(s.offered("buy")) == 2


@case("H-ACT-7", "H-MOVE-2", "H-MOVE-3")
def test_moves_are_limited_only_by_money() -> None:
    s = Scenario(ship="reval", thalers={GREY: 4}).play("sail riga", "sail danzig", "sail reval", "sail riga")
    refusal = s.refusal("sail danzig")
    assert (refusal.rule, refusal.facts) == ("H-MOVE-2", {"thalers": 0, "price": 1})


@case("H-BUY-1", "H-BUY-2")
def test_a_buyer_picks_one_of_two_tiles() -> None:
    s = Scenario(ship="riga", warehouses={"riga": [("red", 1), ("brown", 2)], "reval": [("green", 1)]})
    assert s.offered("buy") == ["brown-2", "red-1"]
    refusal = s.refusal("buy green-1")
    assert (refusal.rule, refusal.facts) == ("H-BUY-1", {"tile": ["green", 1], "port": "riga"})
    s.play("buy red-1")
    assert s.json["warehouses"]["riga"] == [None, ["brown", 2]]
    assert Scenario(ship="kalmar").offered("buy") == []


@case("H-BUY-2", "H-COMP-6")
def test_two_equal_tiles_are_one_choice() -> None:
    s = Scenario(ship="riga", warehouses={"riga": [("red", 1), ("red", 1)]})
    assert s.offered("buy") == ["red-1"]
    s.play("buy red-1")
    assert s.stored() == 1


@case("H-BUY-5", "H-TAX-4")
def test_any_number_of_tiles_may_be_held_in_a_turn() -> None:
    s = Scenario(ship="riga", held={GREY: [("blue", 2)] * 5 + [("red", 2)] * 4}, warehouses=stores())
    s.play(f"buy {s.offered('buy')[0]}")
    assert len(s.held(GREY)) == 10


@case("H-BUILD-1", "H-BUILD-4", "H-BUILD-5")
def test_building_needs_a_held_tile_and_nothing_else() -> None:
    s = Scenario(thalers={GREY: 0}, held={GREY: [("red", 2)]}, posts={"copenhagen": {YELLOW: 9}})
    refusal = s.refusal("build red-1")
    assert (refusal.rule, refusal.facts) == ("H-BUILD-1", {"tile": ["red", 1], "held": 0})
    s.play("build red-2")
    assert (s.posts("copenhagen", GREY), s.held(GREY), s.moves) == (2, [], ["end-actions"])


@case("H-BUILD-1")
def test_a_tile_may_be_used_in_the_turn_it_was_bought() -> None:
    s = Scenario(ship="riga", warehouses={"riga": [("red", 3)]})
    s.play("buy red-3", "sail danzig", "build red-3")
    assert s.posts("danzig", GREY) == 3


@case("H-SELL-5", "H-LOSS-2", "A-13")
def test_sold_tiles_and_the_seller_are_safe() -> None:
    s = Scenario(
        ship="riga",
        posts={"riga": {GREY: 1}},
        held={GREY: [("red", 1), ("red", 2), ("red", 3)], YELLOW: [("green", 1)]},
        sold={YELLOW: [("red", 3), ("red", 3)]},
    )
    s.play("sell red-1", "sell red-2", "stop")
    assert (s.held(GREY), s.sold(YELLOW), s.held(YELLOW)) == (["red-3"], ["red-3", "red-3"], ["green-1"])
    assert s.offered("build") == []


@case("H-LOSS-4", "H-LOSS-5", "H-STATE-10")
def test_losses_go_round_from_the_left_of_the_seller() -> None:
    pair = [("orange", 1), ("orange", 2), ("brown", 1), ("brown", 2)]
    held = dict.fromkeys(range(4), pair)
    s = Scenario(4, active=PURPLE, ship="riga", posts={"riga": {PURPLE: 1}}, held=held)
    s.play("sell brown-1", "sell brown-2", "sell orange-1", "sell orange-2")
    due = [[seat, colour] for seat in (WHITE, GREY, YELLOW) for colour in ("orange", "brown")]
    for n, (seat, colour) in enumerate(due):
        assert s.json["pending_losses"] == due[n:]
        assert (s.to_move, s.moves) == (seat, [f"lose {colour}-1", f"lose {colour}-2"])
        assert s.rule("end-actions") == "H-STATE-2"
        s.play(s.moves[0])
    assert (s.to_move, s.phase, s.json["acted"]) == (PURPLE, "actions", True)


@case("H-DEC-5")
def test_equal_tiles_above_the_limit_are_given_up_without_a_choice() -> None:
    s = Scenario(held={GREY: [("red", 2)] * 5}, warehouses=stores(4)).play("end-actions")
    assert (s.held(GREY), s.json["active"]) == (["red-2"] * 3, YELLOW)
    assert len(s.happened("TileGivenUp")) == 2


@case("H-DEC-1")
def test_every_placement_is_a_decision() -> None:
    s = start(2).draw()
    for _ in range(6):
        assert s.phase == "placement"
        assert len(s.moves) in (6, 7, 8)
        s.play(s.moves[-1])
    assert s.phase == "actions"


@case("H-SCORE-4")
def test_money_and_stock_are_worth_nothing() -> None:
    assert [score.total for score in Scenario(thalers={GREY: 9}).sheet.scores] == [0, 0, 0]


@case("H-END-5", "A-8")
def test_a_turn_cap_may_stop_an_endless_game() -> None:
    s = Scenario(warehouses=stores(2, skip=["copenhagen"]), piles=[11, 10, 10, 10, 10])
    for _ in range(600):
        s.pass_turn()
    assert (s.json["round"], s.phase, s.game.ended_by(s.position)) == (201, "restock", None)
    result = result_of(s.game, s.position, capped=True)
    assert result is not None
    assert result["ended_by"] == "turn-cap"


@case("H-COMP-5", "H-PURSE-2")
def test_payments_are_booked_at_once_and_can_be_taken_back() -> None:
    s = start(2, start_player=0).draw().play(*PLACES)
    before = bytes(s.position)
    s.play("sail danzig")
    assert (s.thalers(0), s.bank) == (5, 14)
    s.play(f"buy {s.offered('buy')[0]}")
    assert (s.thalers(0), s.bank) == (4, 15)
    record = record_of(s.game, s.made, s.position)
    assert position_at(s.game, record, len(s.made) - 2) == before


@case("H-PURSE-2")
def test_placements_and_the_end_of_a_turn_cannot_be_taken_back() -> None:
    s = start(2, start_player=0).draw()
    assert s.game.commits(s.position, s.game.parse_move(PLACES[0]))
    s.play(*PLACES)
    assert not s.game.commits(s.position, s.game.parse_move("sail danzig"))
    s.play("sail danzig")
    assert s.game.commits(s.position, s.game.parse_move("end-actions"))


@case("H-PURSE-1", "A-10")
def test_the_payee_is_fixed_when_a_tile_is_bought() -> None:
    s = Scenario(
        ship="danzig",
        posts={"danzig": {YELLOW: 1}},
        held={GREY: [("red", 3)]},
        warehouses={"danzig": [("green", 1)]},
        thalers={GREY: 6},
    )
    s.play("buy green-1", "sail reval", "sail riga", "sail danzig", "build red-3", "end-actions")
    assert (s.thalers(GREY), s.happened("PaidTo")) == (2, [{"seat": GREY, "payee": YELLOW}])
    assert s.thalers(YELLOW) == 3 + 1 + 3 - 1  # start, payment, income, obligatory restock


@case("H-INFO-1", "H-INFO-2", "H-INFO-3", "H-INFO-4")
def test_there_is_no_hidden_information() -> None:
    s = Scenario(warehouses=stores(9), sold={GREY: [("red", 1)] * 2})
    for seat in (None, 0, 1, 2):
        assert s.game.view(s.position, seat) == s.position
        assert s.game.redacted_move(s.position, s.game.parse_move("sail danzig"), seat) == "sail danzig"
    known = {"ship", "warehouses", "posts", "thalers", "held", "sold", "piles", "removed_colours", "out"}
    assert known | {"start_player", "end_triggered"} <= set(s.json)


@case("H-STATE-1", "H-STATE-2", "H-STATE-4", "H-STATE-5", "H-STATE-7", "H-STATE-8", "H-STATE-9", "H-STATE-11")
def test_a_position_holds_the_whole_state() -> None:
    s = Scenario(held={GREY: [("red", 1)]}, posts={"riga": {YELLOW: 2}}, warehouses=stores(9), ship="riga")
    turn = {"active", "phase", "start_player", "round", "turn", "end_triggered", "ship", "acted"}
    tiles = {"warehouses", "piles", "bag", "out", "held", "sold", "removed_colours", "pending_losses"}
    assert set(s.json) == turn | tiles | {"posts", "thalers"}
    assert s.game.setup == {"game": "hansa", "players": 3, "modules": [], "switches": {}}
    assert s.game.read_position(s.json) == s.position


@case("H-STATE-2")
def test_who_is_to_move_follows_from_the_phase() -> None:
    assert start(3).to_move == "chance"
    assert Scenario(phase="placement", active=2).to_move == 2
    assert Scenario(phase="reveal").to_move == "chance"
    assert Scenario(phase="finished", end_triggered=1).to_move is None


@case("H-STATE-12", "H-CMD-4")
def test_a_record_replays_without_a_seed() -> None:
    game = Hansa({"players": 3})
    position = game.start()
    moves = game.play_out(position, 5, ["light"] * 3, 500, keep_moves=True).moves
    record = record_of(game, list(moves), position)
    verbs = {move.split()[0] for move in record.moves}
    known = "place restock skip-restock sail buy build sell stop lose end-actions give-up chance"
    assert verbs <= set(known.split())
    assert position_at(game, record, len(record.moves)) == position


@case("H-CMD-3")
def test_the_order_of_the_tiles_of_a_sale_does_not_matter() -> None:
    tiles = ["orange-1", "orange-3", "red-2", "red-2"]
    ends = set()
    for order in ([0, 1, 2, 3], [3, 0, 2, 1], [1, 0, 3, 2]):
        held = {GREY: [("orange", 1), ("orange", 3), ("red", 2), ("red", 2)], YELLOW: [("green", 1)]}
        s = Scenario(ship="riga", posts={"riga": {GREY: 2}}, held=held)
        before = s.held(GREY)
        for n in order[:-1]:
            s.play(f"sell {tiles[n]}")
            assert (s.held(GREY), s.rule("end-actions")) == (before, "H-CMD-3")
        ends.add(bytes(s.play(f"sell {tiles[order[-1]]}").position))
    assert len(ends) == 1

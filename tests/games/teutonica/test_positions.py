"""Every position that is written can be read back, and fields left out are filled in."""

import pytest

from kontor.games.teutonica.formats.positions.ids import PositionIds
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import UNKNOWN_CARD
from tests.games.teutonica.walks import (
    BRITANNIA,
    CARDS,
    EAST,
    EVERY_SETUP,
    FAVOURS,
    NEUTRAL,
    PAWN,
    PROMOS,
    Content,
    Setup,
    assert_round_trip,
    game,
    random_walk,
    takes_traders,
    tasks_of,
)
from tests.marks import case


@pytest.mark.parametrize("number", range(len(EVERY_SETUP)))
def test_every_position_of_a_game_can_be_read_back(number: int) -> None:
    played = game(EVERY_SETUP[number])
    for position in random_walk(played, played.start(), number, 150):
        assert_round_trip(played, position)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(EVERY_SETUP)))
def test_every_position_of_a_long_game_can_be_read_back(number: int) -> None:
    played = game(EVERY_SETUP[number])
    for position in random_walk(played, played.start(), 1000 + number, 3000):
        assert_round_trip(played, position)


SWITCHED = {
    "face down, in the middle of actions": {"marker_facing": "down", "markers_mid_action": True},
    "placed at once, stuck ones discarded": {"marker_place_time": "end-of-action", "marker_stuck": "discard"},
    "face down and discarded": {"marker_facing": "down", "marker_stuck": "discard"},
    "stuck ones end the game": {"marker_stuck": "end-game", "three_marker": "remove"},
}


@pytest.mark.parametrize("switches", SWITCHED.values(), ids=SWITCHED)
def test_positions_under_other_switches_can_be_read_back(switches: Content) -> None:
    played = game({"modules": ["emperors-favour"], "switches": switches})
    for position in random_walk(played, played.start(), 7, 600):
        assert_round_trip(played, position)


@pytest.mark.parametrize("setup", [CARDS, {**CARDS, "players": 3, "board": "hanse-2-3"}])
@case("HT-INF-1")
def test_a_view_can_be_read_back_with_hidden_cards(setup: Setup) -> None:
    played = game(setup)
    for position in random_walk(played, played.start(), 3, 40):
        for seat in (None, *range(played.players)):
            content = assert_round_trip(played, played.view(position, seat))
            known = [key for key, card in content["missions"].items() if card != "?"]
            assert set(known) <= {str(seat)}


def test_whole_games_can_be_read_back_when_they_are_over() -> None:
    for seed in range(12):
        played = game(EVERY_SETUP[seed * 6])
        position = played.start()
        played.play_out(position, seed, ["light"] * played.players, 400)
        assert_round_trip(played, position)


def test_the_opening_can_be_read_back() -> None:
    played = game({"modules": ["mission-cards", "emperors-favour"]})
    found = [tasks_of(assert_round_trip(played, at)) for at in random_walk(played, played.start(), 1, 12)]
    assert set().union(*found) == {"opening", "start-marker", "favour-display", "mission-deal"}


# fields left out


def test_an_empty_position_is_the_start_of_the_game() -> None:
    content = game().position_json(game().read_position({}))
    assert content["turn"] == 1
    assert content["active"] == 0
    assert content["actions"] == 2
    assert content["supply"] == {"0": [5, 1], "1": [6, 1], "2": [7, 1], "3": [8, 1]}
    assert content["stock"] == {"0": [6, 0], "1": [5, 0], "2": [4, 0], "3": [3, 0]}
    assert list(content["markers_on_routes"].values()) == ["additional-post", "exchange-posts", "move-3"]
    taverns = [route["id"] for route in game().board.json["routes"] if route["tavern"]]
    assert list(content["markers_on_routes"]) == taverns
    assert sum(content["bag"].values()) == 12
    assert "pending" not in content
    assert "pawn" not in content


def test_turn_and_actions_follow_from_the_active_seat() -> None:
    content = game().position_json(game().read_position({"active": 2, "abilities": {"2": {"actions": 3}}}))
    assert (content["turn"], content["actions"]) == (3, 4)


def test_pieces_on_the_board_come_out_of_the_stock_and_then_out_of_the_supply() -> None:
    houses = [space for space in game().board.spaces if takes_traders(space)]
    few = game().position_json(game().read_position({"spaces": {space: [0, "t"] for space in houses[:4]}}))
    assert (few["supply"]["0"], few["stock"]["0"]) == ([5, 1], [2, 0])
    many = game().position_json(game().read_position({"spaces": {space: [0, "t"] for space in houses[:9]}}))
    assert (many["supply"]["0"], many["stock"]["0"]) == ([2, 1], [0, 0])


def test_uncovered_pieces_are_in_the_stock() -> None:
    content = game().position_json(game().read_position({"abilities": {"1": {"keys": 4, "book": 2}}}))
    assert (content["supply"]["1"], content["stock"]["1"]) == ([6, 1], [9, 2])


def test_a_named_supply_leaves_the_rest_to_the_stock_and_the_other_way_round() -> None:
    supply = game().position_json(game().read_position({"supply": {"0": [0, 0]}}))
    assert (supply["supply"]["0"], supply["stock"]["0"]) == ([0, 0], [11, 1])
    stock = game().position_json(game().read_position({"stock": {"0": [0, 0]}}))
    assert (stock["supply"]["0"], stock["stock"]["0"]) == ([11, 1], [0, 0])
    both = {"supply": {"0": [4, 0]}, "stock": {"0": [7, 1]}}
    assert game().position_json(game().read_position(both))["stock"]["0"] == [7, 1]


def test_every_attached_marker_holds_a_trader() -> None:
    content = game(PROMOS).position_json(
        game(PROMOS).read_position({"attached": {"bremen--hamburg": [[0, "block"]]}})
    )
    assert content["stock"]["0"] == [5, 0]


def test_a_bag_size_takes_types_by_turns_and_discards_the_others() -> None:
    content = game().position_json(game().read_position({"bag_size": 4}))
    assert content["bag"] == {"additional-post": 1, "exchange-posts": 1, "develop-ability": 1, "actions-3": 1}
    assert sum(content["discarded"].values()) == 8
    assert_round_trip(game(), game().read_position({"bag_size": 4}))


def test_a_bag_alone_discards_the_others() -> None:
    content = game().position_json(game().read_position({"bag": {"actions-3": 1}}))
    assert content["bag"] == {"actions-3": 1}
    assert sum(content["discarded"].values()) == 11


def test_plates_hold_numbers_types_or_both() -> None:
    plates = {"0": 1, "1": ["actions-3"], "2": ["actions-4", "?"]}
    content = assert_round_trip(game(), game().read_position({"plate": plates}))
    assert content["plate"] == plates
    assert "pending" not in content


def test_completed_cities_are_counted() -> None:
    played = game(EAST)
    city = next(found for found in played.board.json["cities"] if len(found["posts"]) == 1)
    content = {
        "posts": {city["id"]: [[0, "t"]]},
        "green_posts": {"belgard": [[1, "t", "extra"], [0, "m", "permanent"]], "waren": []},
    }
    position = played.read_position(content)
    assert position[layout.COMPLETED] == 2
    assert assert_round_trip(played, position)["green_posts"] == {"belgard": content["green_posts"]["belgard"]}


def test_extra_posts_keep_their_order() -> None:
    extra = {"hannover": [[1, "t"], [0, "m"], [2, "t"]], "bremen": [[3, "t"]]}
    content = {"posts": {city: [[0, "t"]] for city in extra}, "extra_posts": extra}
    assert assert_round_trip(game(), game().read_position(content))["extra_posts"] == extra


def test_named_spaces_replace_the_neutral_traders_of_the_start() -> None:
    played = game(NEUTRAL)
    assert played.position_json(played.read_position({}))["spaces"]
    assert played.position_json(played.read_position({"spaces": {}}))["spaces"] == {}


CHAIN = ("stendal", "brunswiek", "minden", "munster", "arnheim")


def test_the_neutral_player_has_pieces_markers_points_and_connections() -> None:
    content = {
        "posts": {city: [["n", "t"]] for city in CHAIN},
        "extra_posts": {city: [[1, "t"]] for city in CHAIN},
        "used_markers": {"n": ["actions-3"]},
        "unused_markers": {"n": ["actions-4"]},
        "score": {"n": 7},
        "east_west_done": [1, "n"],
    }
    written = assert_round_trip(game(NEUTRAL), game(NEUTRAL).read_position(content))
    assert written["posts"]["minden"][0] == ["n", "t"]
    assert written["used_markers"]["n"] == ["actions-3"]
    assert written["score"]["n"] == 7
    assert written["east_west_done"] == [1, "n"]


@case("HT-P2P-3")
def test_a_pawn_not_named_has_still_to_be_placed() -> None:
    played = game(PAWN)
    position = played.read_position({})
    assert played.to_move(position) == 1
    assert tasks_of(assert_round_trip(played, position)) == {"opening", "pawn-setup"}
    placed = played.read_position({"pawn": "in-3", "pawn_moved": "after", "acted": True})
    assert played.to_move(placed) == 0
    written = assert_round_trip(played, placed)
    assert (written["pawn"], written["pawn_moved"], written["begun"]) == ("in-3", "after", True)


def test_the_pawn_is_asked_for_as_in_a_real_opening() -> None:
    played = game(PAWN)
    position = played.start()
    for marker in ("additional-post", "exchange-posts", "remove-3"):
        played.advance(position, played.parse_move(f"chance {marker}"))
    assert played.read_position({}) == position


def test_modules_that_deal_have_dealt_nothing() -> None:
    content = game(CARDS).position_json(game(CARDS).read_position({}))
    assert content["missions"] == {}
    tiles = game(FAVOURS).position_json(game(FAVOURS).read_position({}))
    assert tiles["favour_display"] == []


def test_module_fields_are_read() -> None:
    card = game(CARDS).board.cards[2]["cities"]
    position = game(CARDS).read_position({"missions": {"1": card[::-1], "2": "?"}})
    cards = [position[layout.SEATS + n * layout.SEAT_SIZE + layout.MISSION] for n in range(4)]
    assert cards == [0, 3, UNKNOWN_CARD, 0]
    content = {"favours": {"1": ["extra-action"]}, "favour_display": ["income-share"], "active": 1}
    tiles = assert_round_trip(game(FAVOURS), game(FAVOURS).read_position(content))
    assert tiles["actions"] == 3
    assert tiles["favours"]["1"] == ["extra-action"]
    given = game(FAVOURS).position_json(game(FAVOURS).read_position({"given_up": True}))
    assert (given["actions"], given["begun"]) == (0, True)


def test_permissions_are_named_by_city() -> None:
    gateways = PositionIds(game(BRITANNIA).configuration).gateways
    content = assert_round_trip(game(BRITANNIA), game(BRITANNIA).read_position({"permissions_used": gateways[1:]}))
    assert content["permissions_used"] == gateways[1:]
    assert content["begun"] is True


def test_empty_fields_of_modules_not_in_play_are_ignored() -> None:
    empty = {
        "favours": {},
        "favour_display": [],
        "missions": {},
        "given_up": False,
        "pawn": None,
        "attached": {},
    }
    assert game().read_position(empty) == game().read_position({})


def test_a_game_that_is_over_is_recognised() -> None:
    assert game().ended_by(game().read_position({"score": {"1": 20}})) == "twenty-points"
    assert game().ended_by(game().read_position({"score": {"1": 19}})) is None
    failed = game().read_position({"pending": {"supply_failed": True}})
    assert game().ended_by(failed) == "marker-supply"
    assert assert_round_trip(game(), failed)["pending"] == {"supply_failed": True}

"""Standing orders: always legal, as near as the board allows, and asking where they mean nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from kontor.core import registry
from kontor.core.standing_orders import Order, OrderProblem, PastMove
from kontor.core.values import PositionBytes
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.setup import configurations
from tests.games.teutonica.ordered_games import (
    DEFAULT,
    OrderedGame,
    displaced_positions,
    distances,
    random_order,
)

SETUPS = [setup for setup in configurations() if setup["players"] in (2, 3, 5)]
FIVE = {"game": "teutonica", "players": 5}


def decisions(setup: dict[str, Any], seed: int, most: int) -> Iterator[tuple[Teutonica, PositionBytes, Order]]:
    """Return positions in which a displaced player decides, each with a random order."""
    game = registry.shared_game(setup)
    assert isinstance(game, Teutonica)
    source = random.Random(seed)
    for position in displaced_positions(game, source, most):
        yield game, position, random_order(game, position, source)


def check_orders(setup: dict[str, Any], seed: int, most: int) -> int:
    """Check the orders of one game and return how many answers were checked."""
    checked = 0
    for game, position, order in decisions(setup, seed, most):
        move = game.standing_orders.move(position, order)
        checked += move is not None
        if move is None:
            check_question(game, position, order)
        else:
            assert move in game.legal_moves(position)
            check_answer(game, position, order, game.move_json(move))
    return checked


def check_question(game: Teutonica, position: PositionBytes, order: Order) -> None:
    """Check that an order asks only where it says so or where nothing that it names can be done."""
    displacement = game.derived_state(position)["displacement"]
    if order.put == "ask" or (displacement["displaced"] is None and order.extras == "ask"):
        return
    if order.put == "spaces":
        words = legal_words(game, position)
        assert not any(f"relocate {space} {displacement['displaced']}" in words for space in order.spaces)
    elif order.put == "city":
        assert not reaches(game, displacement["route"], order.city or "")
    else:
        assert not has_pieces(game, position)


def legal_words(game: Teutonica, position: PositionBytes) -> set[str]:
    """Return all legal moves in words."""
    return {game.move_text(move) for move in game.legal_moves(position)}


def reaches(game: Teutonica, route: str, city: str) -> bool:
    """Return whether a piece displaced from a route may go to the country of a route of a city."""
    routes = {each["id"]: each for each in game.board.json["routes"]}
    opened = [region["id"] for region in game.board.json["regions"] if region["open"]]
    allowed = {routes[route]["region"], *opened}
    return any(each["region"] in allowed for each in routes.values() if city in each["ends"])


def has_pieces(game: Teutonica, position: PositionBytes) -> bool:
    """Return whether the displaced player has a post or a piece on a route."""
    seat = game.to_move(position)
    return bool(game.derived_state(position)["networks"][str(seat)]) or bool(
        game.standing_orders.pieces(position, seat)
    )


def check_answer(game: Teutonica, position: PositionBytes, order: Order, move: dict[str, Any]) -> None:
    """Check that an answer is what the order says."""
    displacement = game.derived_state(position)["displacement"]
    if displacement["displaced"] is None and move["do"] == "stop":
        assert order.extras == "none" or not any(
            " t" in words for words in legal_words(game, position) if "relocate" in words
        )
        return
    assert move["do"] == "relocate"
    assert order.put != "ask"
    if displacement["displaced"] is None:
        assert order.extras == "traders"
        traders = [
            words for words in legal_words(game, position) if words.startswith("relocate") and words.endswith(" t")
        ]
        assert move["kind"] == "t" or not traders
    else:
        assert move["kind"] == displacement["displaced"]
    same_kind = [
        choice["space"]
        for choice in map(game.move_json, game.legal_moves(position))
        if choice["do"] == "relocate" and choice["kind"] == move["kind"]
    ]
    if order.put == "city":
        steps = distances(game, order.city or "")
        best = min(steps[space.rpartition(".")[0]] for space in same_kind)
        nearest = [space for space in same_kind if steps[space.rpartition(".")[0]] == best]
        assert move["space"] == min(nearest, key=game.board.spaces.index)
    elif order.put == "spaces" and displacement["displaced"] is not None:
        assert move["space"] == next(space for space in order.spaces if space in same_kind)


@pytest.mark.parametrize("seed", range(3))
def test_answers_are_legal_and_as_ordered(seed: int) -> None:
    source = random.Random(seed)
    picked = [source.choice(SETUPS) for _ in range(4)]
    assert sum(check_orders(setup, seed, most=40) for setup in [*picked, FIVE]) > 40


@pytest.mark.soak
@pytest.mark.parametrize(
    "setup", list(configurations()), ids=lambda setup: f"{setup['edition']}-{setup['board']}-{setup['players']}"
)
def test_answers_are_legal_in_every_configuration(setup: dict[str, Any]) -> None:
    assert sum(check_orders(setup, seed, most=300) for seed in range(8)) > 10


def test_five_players_with_the_default_order_hardly_ever_wait() -> None:
    displacements = waited = 0
    for seed in range(3):
        played = OrderedGame(FIVE, seed).play()
        displacements += played.displacements
        waited += played.waited
    assert displacements > 90
    assert waited <= 0.2 * displacements


def test_the_same_seed_gives_the_same_game_if_players_answer_as_ordered() -> None:
    ordered = OrderedGame(FIVE, seed=4).play()
    assert ordered.words == OrderedGame(FIVE, seed=4, by_order=False).play().words
    assert ordered.displacements > 20


def started() -> tuple[Teutonica, PositionBytes]:
    """Return a game in which seat 0 has a trader and a merchant on a route, and seat 1 is to move."""
    game = registry.game({"game": "teutonica", "players": 3})
    assert isinstance(game, Teutonica)
    position = game.start()
    while weights := game.chance_weights(position):
        game.advance(position, min(weights))
    for words in ("place bremen--osnabruck.1 t", "place bremen--osnabruck.2 m", "end-turn"):
        game.advance(position, game.parse_move(words))
    return game, position


def answer(game: Teutonica, position: PositionBytes, order: Order) -> str | None:
    """Return the next move of an order in words."""
    move = game.standing_orders.move(position, order)
    return None if move is None else game.move_text(move)


def test_a_list_of_spaces_takes_the_first_that_is_legal() -> None:
    game, position = started()
    game.advance(position, game.parse_move("displace bremen--osnabruck.1 t 0"))
    far_first = Order("spaces", ("hamburg--lubeck.1", "bremen--minden.2", "bremen--hamburg.1"), extras="traders")
    assert answer(game, position, far_first) == "relocate bremen--minden.2 t"
    game.advance(position, game.parse_move("relocate bremen--minden.2 t"))
    assert answer(game, position, far_first) == "relocate bremen--hamburg.1 t"
    alone = Order("spaces", ("bremen--minden.2",), extras="traders")
    assert answer(game, position, alone) == "relocate bremen--minden.1 t"  # extra pieces go beside the piece
    assert answer(game, position, Order("spaces", ("hamburg--lubeck.1",))) is None


def test_no_extras_ends_the_answer_and_ask_leaves_it_open() -> None:
    game, position = started()
    game.advance(position, game.parse_move("displace bremen--osnabruck.2 t 0"))
    order = Order("city", city="hannover", extras="none")
    assert answer(game, position, order) == "relocate bremen--hannover.1 m"
    game.advance(position, game.parse_move("relocate bremen--hannover.1 m"))
    assert answer(game, position, order) == "stop"
    assert answer(game, position, Order("city", city="hannover", extras="ask")) is None
    assert answer(game, position, Order("ask")) is None


def test_the_departed_piece_is_found_until_the_player_answers() -> None:
    game, position = started()
    past = [PastMove(position[:], game.parse_move("displace bremen--osnabruck.1 t 0"), by_order=False)]
    game.advance(position, past[0].move)
    orders = game.standing_orders
    departure = orders.departure(0, past)
    assert departure is not None
    assert (departure.space, departure.moves_ago) == ("bremen--osnabruck.1", 1)
    assert orders.departure(1, past) is None
    put = game.parse_move("relocate bremen--minden.1 t")
    assert orders.departure(0, [PastMove(position[:], put, by_order=True), *past]) is not None
    assert orders.departure(0, [PastMove(position[:], put, by_order=False), *past]) is None


@pytest.mark.parametrize(
    ("order", "space", "kind"),
    [
        (Order("spaces", ("nowhere.1",)), "bremen--osnabruck.1", "t"),
        (Order("spaces", ("bremen--minden.1", "bremen--minden.1")), "bremen--osnabruck.1", "t"),
        (Order("spaces", ("bremen--osnabruck.3",)), "bremen--osnabruck.1", "t"),
        (Order("spaces", ()), "bremen--osnabruck.1", "t"),
        (Order("spaces", ("bremen--minden.1",)), None, None),
        (Order("city", city="paris"), "bremen--osnabruck.1", "t"),
        (Order("city"), None, None),
    ],
)
def test_orders_that_never_mean_anything_are_rejected(order: Order, space: str | None, kind: str | None) -> None:
    game, _ = started()
    with pytest.raises(OrderProblem):
        game.standing_orders.check(order, space, kind)


def test_a_trader_is_never_sent_to_a_ship_and_no_piece_to_a_closed_country() -> None:
    east = registry.game({"game": "teutonica", "edition": "big-box", "board": "east-3-5", "players": 3})
    assert isinstance(east, Teutonica)
    ships = [
        f"{route['id']}.{number + 1}"
        for route in east.board.json["routes"]
        for number, space in enumerate(route["spaces"])
        if space == "merchant"
    ]
    houses = [space for space in east.board.spaces if space not in ships]
    with pytest.raises(OrderProblem, match="merchants only"):
        east.standing_orders.check(Order("spaces", (ships[0],)), houses[0], "t")
    britannia = registry.game({"game": "teutonica", "edition": "big-box", "board": "britannia-4-5", "players": 4})
    assert isinstance(britannia, Teutonica)
    by_region: dict[str, str] = {}
    for route in britannia.board.json["routes"]:
        by_region.setdefault(route["region"], f"{route['id']}.1")
    closed = [region["id"] for region in britannia.board.json["regions"] if not region["open"]]
    with pytest.raises(OrderProblem, match="can never go"):
        britannia.standing_orders.check(Order("spaces", (by_region[closed[0]],)), by_region[closed[1]], "m")


def test_the_outlook_agrees_with_what_an_order_then_does() -> None:
    game, position = started()
    destinations = game.standing_orders.destinations(position, "bremen--osnabruck.1")
    game.advance(position, game.parse_move("displace bremen--osnabruck.1 t 0"))
    for city, space in destinations.cities.items():
        assert answer(game, position, Order("city", city=city)) == f"relocate {space} t"
    assert answer(game, position, DEFAULT) == f"relocate {destinations.network} t"
    assert destinations.ranks == list(game.derived_state(position)["displacement"]["spaces"].values())
    assert (destinations.extras, destinations.source) == (1, "stock")

"""Protects positions as data: every written position can be read back, and missing fields get defaults."""

import json
from collections import Counter
from typing import Any

import pytest

from kontor.core.values import PositionBytes
from kontor.games.hansa.game import Hansa
from kontor.games.hansa.rules import layout
from tests.games.hansa.invariants import tiles_of
from tests.games.hansa.walks import CONFIGURATIONS, STARTED, Content, corrected_board, game, walk

THREE = {"players": 3}
TILES = {2: 52, 3: 65, 4: 78}


def round_trip(played: Hansa, position: PositionBytes) -> Content:
    """Check that a written position is read as equal bytes, and return it."""
    content: Content = json.loads(json.dumps(played.position_json(position)))
    assert played.read_position(content) == position
    return content


@pytest.mark.parametrize("setup", [*CONFIGURATIONS, *STARTED], ids=lambda setup: "-".join(map(str, setup.values())))
def test_every_position_of_a_game_can_be_read_back(setup: dict[str, Any]) -> None:
    played = game(setup)
    phases = set()
    for seed, agents in enumerate([("uniform",) * 4, ("light",) * 4]):
        for position, _ in walk(played, seed, agents):
            content = round_trip(played, position)
            phases.add("sale" if "sale" in content else content["phase"])
    assert {"setup", "placement", "restock", "reveal", "actions", "sale", "tax", "finished"} <= phases


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_on_a_corrected_board_can_be_read_back(players: int) -> None:
    played = Hansa({"players": players}, board=corrected_board())
    for position, _ in walk(played, players):
        round_trip(played, position)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_of_many_games_can_be_read_back(players: int, seed: int) -> None:
    played = game({"players": players})
    for position, _ in walk(played, 500 + seed):
        round_trip(played, position)


def test_the_highest_turn_number_can_be_read_back() -> None:
    played = game(THREE)
    for active in range(3):
        round_trip(played, played.read_position({"active": active, "turn": 65535}))


def read(players: int = 3, **fields: Any) -> Content:
    """Read a position, write it and return it."""
    played = game({"players": players})
    return round_trip(played, played.read_position(fields))


@pytest.mark.parametrize(
    ("players", "piles", "removed"),
    [
        (2, [8, 8, 8, 7, 7], ["blue", "pink"]),
        (3, [11, 10, 10, 10, 10], ["pink"]),
        (4, [13, 13, 13, 13, 12], []),
    ],
)
def test_an_empty_position_has_all_defaults(players: int, piles: list[int], removed: list[str]) -> None:
    content = read(players)
    assert (content["phase"], content["active"], content["start_player"]) == ("actions", 0, 0)
    assert (content["ship"], content["acted"], content["turn"], content["round"]) == (
        "copenhagen",
        False,
        1,
        1,
    )
    assert (content["piles"], content["removed_colours"]) == (piles, removed)
    assert set(content["thalers"].values()) == {3}
    assert tiles_of(content).total() == TILES[players]
    assert sum(count for _, _, count in content["out"]) == 14  # the warehouses are empty


def test_the_bag_takes_every_type_in_turn() -> None:
    counts = Counter({(colour, n): count for colour, n, count in read(2, piles=[0, 0, 0, 6, 8])["bag"]})
    assert counts.total() == 14
    assert sorted(counts.values()) == [1] * 10 + [2, 2]


def test_piles_are_reduced_as_far_as_other_fields_need_the_tiles() -> None:
    sold = [
        [colour, n] for colour in ("orange", "brown") for n, count in ((1, 4), (2, 5), (3, 4)) for _ in range(count)
    ]
    content = read(2, sold={"0": sold})
    assert (content["piles"], content["out"]) == ([0, 4, 8, 7, 7], [])


def test_a_bag_is_split_into_piles() -> None:
    content = read(3, bag=[["red", 2, 4], ["green", 1, 3]])
    assert content["piles"] == [2, 2, 1, 1, 1]
    assert sum(count for _, _, count in content["out"]) == 65 - 7


def test_a_bag_too_small_for_five_piles_is_the_last_one() -> None:
    assert read(3, bag=[["red", 2, 3]])["piles"] == [0, 0, 0, 0, 3]


def test_tiles_out_of_the_game_leave_the_others_in_the_bag() -> None:
    out = [["red", 2, 5], ["green", 1, 4], ["orange", 3, 4], ["orange", 1, 4]]
    content = read(3, out=out)
    assert content["piles"] == [8, 10, 10, 10, 10]
    assert sum(count for _, _, count in content["out"]) == 17


@pytest.mark.parametrize(
    ("fields", "removed"),
    [
        ({"held": {"0": [["pink", 1]]}}, ["green", "blue"]),
        ({"warehouses": {"riga": [None, ["blue", 1]]}}, ["green", "pink"]),
        (
            {"phase": "losses", "held": {"1": [["pink", 1], ["pink", 2]]}, "pending_losses": [[1, "pink"]]},
            ["green", "blue"],
        ),
        ({"removed_colours": ["red", "orange"]}, ["orange", "red"]),
    ],
)
def test_colours_left_out_are_the_last_that_no_field_names(fields: Content, removed: list[str]) -> None:
    assert read(2, **fields)["removed_colours"] == removed


@pytest.mark.parametrize(
    ("fields", "start", "active", "turn"),
    [
        ({"active": 2}, 0, 2, 3),
        ({"start_player": 2}, 2, 2, 1),
        ({"start_player": 2, "active": 1, "round": 4}, 2, 1, 12),
        ({"turn": 5}, 0, 1, 5),
        ({"phase": "placement", "active": 2}, 2, 2, 1),
        ({"phase": "placement", "posts": {"riga": {"1": 2}}}, 1, 2, 1),
        ({"phase": "finished", "active": 1, "round": 9}, 2, 1, 27),
        ({"phase": "finished", "start_player": 1}, 1, 0, 3),
    ],
)
def test_the_turn_order_is_filled_in(fields: Content, start: int, active: int, turn: int) -> None:
    if fields.get("posts"):
        fields = {**fields, "start_player": 1}
    content = read(3, **fields)
    assert (content["start_player"], content["active"], content["turn"]) == (start, active, turn)


def test_the_setup_of_the_game_names_the_start_player() -> None:
    played = Hansa({"players": 3, "start_player": 2})
    assert played.position_json(played.read_position({}))["start_player"] == 2


@pytest.mark.parametrize(
    ("fields", "phase"),
    [
        ({"phase": "restock"}, "reveal"),
        ({"phase": "restock", "piles": [0, 0, 0, 0, 0]}, "actions"),
        ({"phase": "reveal", "piles": [0, 0, 0, 0, 0]}, "actions"),
        ({"phase": "losses", "held": {"1": [["red", 1]]}, "pending_losses": [[1, "red"]]}, "actions"),
    ],
)
def test_effects_without_a_decision_are_applied(fields: Content, phase: str) -> None:
    assert read(3, **fields)["phase"] == phase


def test_a_position_without_supply_still_ends() -> None:
    played = game(THREE)
    position = played.read_position({"piles": [0, 0, 0, 0, 0]})
    played.play_out(position, 1, ["uniform"] * 3, 100)
    assert played.ended_by(position) == "last-pile"
    assert position[layout.END_BY] == 0

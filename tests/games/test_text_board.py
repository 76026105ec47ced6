"""The text board shows every piece of a position, in colour or not, within the width of the terminal."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.position_text_board import position_text_board as board
from kontor.core.values import PositionBytes
from tests.core.nim import Nim, NimType

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
SETUPS = [setup for name in ("teutonica", "hansa") for setup in registry.game_type(name).configurations()]


def position_after(game: Game, turns: int) -> PositionBytes:
    """Return a position after some turns of light play."""
    position = game.start()
    game.play_out(position, 3, ["light"] * game.players, turns)
    return position


def pieces_of(content: dict[str, Any]) -> Counter[str]:
    """Count the pieces on routes and in cities as the board writes them."""
    groups = [content["spaces"].values()]
    groups += [row for name in ("posts", "extra_posts", "green_posts") for row in content.get(name, {}).values()]
    return Counter(f"{piece[0]}{piece[1]}" for group in groups for piece in group if piece)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join(map(str, list(setup.values())[:5])))
def test_every_configuration_fits_the_width(setup: dict[str, Any]) -> None:
    game = registry.game(setup)
    for turns in (0, 45):
        position = position_after(game, turns)
        for width in (80, 120):
            plain = board(game, position, width=width)
            assert max(map(len, plain.splitlines())) <= width
            assert "\x1b" not in plain
            assert ESCAPES.sub("", board(game, position, width=width, colour=True)) == plain


@pytest.mark.parametrize("name", ["hanse-4-5", "britannia-4-5", "east-3-5"])
def test_every_piece_is_shown_with_owner_and_kind(name: str) -> None:
    game = registry.game({"game": "teutonica", "board": name, "players": 4})
    position = position_after(game, 80)
    places = board(game, position).split("Routes", 1)[1].split("Pieces:")[0]
    shown = Counter(re.findall(r"(?<![\w-])[0-9n][tm]\b", places))
    expected = pieces_of(game.position_json(position))
    assert sum(expected.values()) >= 14
    assert shown == expected
    short = board(game, position, short=True).split("Turn ", 1)[0]
    assert Counter(re.findall(r"(?<![\w-])[0-9n][tm]\b", short)) == expected
    assert len(short.splitlines()) < len(places.splitlines())


def test_the_turn_the_seats_and_the_modules_are_shown() -> None:
    modules = ["mission-cards", "emperors-favour", "promo-markers"]
    game = registry.game({"game": "teutonica", "players": 4, "modules": modules})
    position = position_after(game, 60)
    content = game.position_json(position)
    text = board(game, position, names=["Anna", "Bernt"])
    assert "Turn 61: seat 0 Anna is to move, 2 actions left." in text
    assert re.search(r"  1 Bernt +\d+ +\d+t \dm", text)
    for marker in content["markers_on_routes"].values():
        assert marker in text
    assert f"mission {' '.join(content['missions']['2'])}" in " ".join(text.split())
    assert "Favours on display: displaced-anywhere" in text
    assert f"markers in the bag: {sum(content['bag'].values())}" in text
    hidden = board(game, game.view(position, 2))
    assert "mission ?" in hidden


def test_a_view_hides_the_missions_of_others() -> None:
    game = registry.game({"game": "teutonica", "players": 3, "modules": ["mission-cards"]})
    position = position_after(game, 9)
    missions = game.position_json(position)["missions"]
    text = " ".join(board(game, game.view(position, 0)).split())
    assert f"mission {' '.join(missions['0'])}" in text
    assert text.count("mission ?") == 2


def test_control_of_a_city_and_a_marked_space() -> None:
    game = registry.game({"game": "teutonica", "players": 4})
    content = {"posts": {"dortmund": [[2, "m"], None, None]}, "spaces": {"bremen--minden.2": [1, "t"]}}
    position = game.read_position(content)
    text = board(game, position, marked=frozenset({"bremen--minden.2"}), colour=True)
    assert re.search(r"^2 dortmund +2m ot pt", ESCAPES.sub("", text), re.MULTILINE)
    assert "\x1b[7m1t\x1b[0m" in text


def test_the_board_of_hansa_names_goods_posts_ship_and_piles() -> None:
    game = registry.game({"game": "hansa", "players": 3})
    position = position_after(game, 20)
    content = game.position_json(position)
    text = board(game, position)
    assert len(text.splitlines()) <= 24
    for tile in (tile for tiles in content["warehouses"].values() for tile in tiles if tile):
        assert f"{tile[0]}-{tile[1]}" in text
    assert f"@ {content['ship']}" in text
    assert f"Piles: {' '.join(map(str, content['piles']))}" in text
    stacks = [content["posts"]["riga"].get(str(seat), "-") for seat in range(3)]
    assert re.search(rf"riga .* {' +'.join(map(str, stacks))} ", text)


def test_a_game_without_a_board_shows_the_fields_of_its_position() -> None:
    registry.register(NimType())
    try:
        game = Nim({"players": 2})
        text = board(game, game.start(), width=60)
    finally:
        registry.unregister("nim")
    assert text.splitlines()[0] == "nim: 2 players"
    assert "Chance is to move." in text
    assert "cells: [1, 0, 0," in text

"""Shared by the tests of Hansa: games and iteration over their positions."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from kontor.core.values import Event, PositionBytes
from kontor.games.hansa.board_file import BoardFile, load
from kontor.games.hansa.game import Hansa
from kontor.games.hansa.setup import configurations

CONFIGURATIONS = list(configurations())
STARTED = [{**setup, "start_player": 1} for setup in CONFIGURATIONS]
MIXED = ("light", "uniform", "light", "uniform")
CAP = 1000  # turns, more than any game needs

Content = dict[str, Any]


@cache
def game_of(key: str) -> Hansa:
    """Return a game, created once per setup."""
    return Hansa(json.loads(key))


def game(setup: Content) -> Hansa:
    """Return the game of a setup."""
    return game_of(json.dumps(setup, sort_keys=True))


def moves_of(played: Hansa, seed: int, agents: tuple[str, ...] = MIXED) -> list[int]:
    """Play a whole game and return its moves."""
    return list(played.play_out(played.start(), seed, agents[: played.players], CAP, keep_moves=True).moves)


def walk(played: Hansa, seed: int, agents: tuple[str, ...] = MIXED) -> Iterator[tuple[PositionBytes, list[Event]]]:
    """Play a whole game and yield every position with the events that led to it."""
    position = played.start()
    yield position, []
    for move in moves_of(played, seed, agents):
        events = played.events(position, move)
        played.advance(position, move)
        yield position, events


def corrected_board() -> BoardFile:
    """Return a board file with other numbers, warehouses and routes."""
    content = deepcopy(load())
    warehouses = {"kalmar": 2, "riga": 1, "copenhagen": 2, "reval": 3}
    numbers = {"riga": 2, "aalborg": 9}
    for port in content["ports"]:
        port["warehouses"] = warehouses.get(port["id"], port["warehouses"])
        port["number"] = numbers.get(port["id"], port["number"])
    eastern = {"reval", "riga", "danzig"}
    for link in content["routes"]:
        if {link["from"], link["to"]} <= eastern:
            link["from"], link["to"] = link["to"], link["from"]
    content["routes"].append({"from": "aalborg", "to": "tonsberg", "source": "confirmed"})
    return BoardFile(content)

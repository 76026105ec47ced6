"""Guests who start many analyses neither slow down others, nor cancel their analyses, nor fill the memory."""

from __future__ import annotations

import time
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from kontor.core import registry
from kontor.server.service.chance import draw_all
from tests.server.attacks.bystander import bystander
from tests.server.attacks.guests import Guest, resident_megabytes
from tests.server.server_process import ServerProcess, server_process

SETUP = {"game": "teutonica", "players": 5}
GROWTH_MEGABYTES = 200.0
TOO_MUCH = 429


def long_record(length: int) -> dict[str, Any]:
    """Return the record of the first moves of a game of quick players."""
    game = registry.game(SETUP)
    position = game.start()
    moves = draw_all(game, position)
    while game.to_move(position) >= 0 and len(moves) < length:
        moves.append(game.suggest(position, len(moves), "light"))
        game.advance(position, moves[-1])
        moves += draw_all(game, position)
    words = [game.move_text(move) for move in moves]
    return {"format": 1, "revision": game.revision, "setup": SETUP, "start": None, "moves": words, "result": None}


def begin_analysis(guest: Guest, record: dict[str, Any]) -> tuple[str, int]:
    """Start the analysis of a record, and return its path and the status of the response."""
    opened = guest.post("/api/tables", {"record": record})
    path = f"/api/tables/{opened.raise_for_status().json()['id']}/analysis"
    return path, guest.post(path).status_code


def attack(server: ServerProcess, length: int, analyses: int, seconds: float) -> None:
    """Start many analyses as three guests while another person's runs, and measure a bystander."""
    address, record = server.start(), long_record(length)
    reader = Guest(address, "Reader", "127.0.0.4")
    path, status = begin_analysis(reader, record)
    assert status == 200
    before = resident_megabytes(server.process.pid)
    guests = [Guest(address, f"Mallory {number}") for number in range(3)]
    with bystander(address) as waits:
        answers = [begin_analysis(guest, record)[1] for guest in islice(cycle(guests), analyses)]
        began = reader.http.get(path)
        time.sleep(seconds)
    after, found = resident_megabytes(server.process.pid), reader.http.get(path)
    assert (began.status_code, found.status_code) == (200, 200)
    assert found.json()["done"] > began.json()["done"]
    assert set(answers) == {200, TOO_MUCH}
    assert before is None or after is None or after - before < GROWTH_MEGABYTES
    waits.check()


def test_analyses_of_guests_do_not_delay_others(tmp_path: Path) -> None:
    with server_process("--data", tmp_path) as server:
        attack(server, 100, 18, 2.0)


@pytest.mark.soak
def test_many_analyses_of_guests_do_not_delay_others_for_long(tmp_path: Path) -> None:
    with server_process("--data", tmp_path) as server:
        attack(server, 1000, 33, 60.0)

"""Long records, undos and views of the past do not delay the moves of others."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

from kontor.core import registry
from kontor.core.record import record_of
from tests.server.attacks.attacker import Attacker, attacker
from tests.server.attacks.bystander import bystander
from tests.server.server_process import server_process

SETUP = {"game": "teutonica", "players": 2}
LONGEST = 2_000  # moves a record may have


def long_record(moves: int) -> dict[str, Any]:
    """Return the record of a game in which pieces are only moved around, so that it never ends."""
    game, chance, made = registry.game(SETUP), random.Random(1), list[int]()
    position = game.start()
    while len(made) < moves:
        legal = list(game.legal_moves(position))
        harmless = [move for move in legal if not game.move_text(move).startswith("create")]
        made.append(chance.choice(harmless or legal))
        game.advance(position, made[-1])
    return record_of(game, made, position).json()


def run_attack(folder: Path, undos: int, views: int, rounds: int) -> None:
    """Import a record, move and undo, request past states, and check how long the bystander waited."""
    record = long_record(LONGEST)
    with server_process("--data", folder) as server:
        address = server.start()
        with bystander(address) as waits:
            time.sleep(1.0)
            asyncio.run(look_back(address, record, undos, views, rounds))
            time.sleep(0.5)
    waits.check()


async def look_back(address: str, record: dict[str, Any], undos: int, views: int, rounds: int) -> None:
    """Do at one table everything whose cost grew with the length of its game."""
    async with attacker(address) as guest:
        table = await guest.ask("POST", "/api/tables", {"record": record})
        number = await move_and_undo(guest, table, undos)
        for _ in range(rounds):
            await guest.look_at_all(paths(table["id"], number, views))
            await asyncio.sleep(1.0)
    assert set(guest.statuses) <= {200, 201, 409, 429}, guest.statuses


def paths(table_id: str, number: int, views: int) -> list[str]:
    """Return the paths of past states, of the whole table and of its record."""
    past = [f"/api/tables/{table_id}/at/{number - view}" for view in range(views)]
    whole = [f"/api/tables/{table_id}?since=0", f"/api/tables/{table_id}/record"]
    return past + whole * (views // 4)


async def move_and_undo(guest: Attacker, table: Any, undos: int) -> int:
    """Move and undo so many times, as far as the limits allow; return the last number."""
    path, state = f"/api/tables/{table['id']}", table["state"]
    for _ in range(undos):
        move = next(each["words"] for each in state["moves"] if each["words"] != "end-turn")
        moved = await guest.ask("POST", f"{path}/moves?state=true", {"number": state["number"], "move": move})
        back = await guest.send("POST", f"{path}/undo", b'{"number": %d}' % moved["number"])
        if back.status_code != 200:
            return int(moved["number"])
        state = (await guest.ask("GET", f"{path}?since={moved['number']}"))["state"]
    return int(state["number"])


def test_a_bystander_plays_on_while_a_long_game_is_looked_through(folder: Path) -> None:
    run_attack(folder, undos=20, views=40, rounds=1)


@pytest.mark.soak
def test_a_bystander_plays_on_while_a_long_game_is_looked_through_for_long(folder: Path) -> None:
    run_attack(folder, undos=150, views=100, rounds=20)

"""Computer seats play whole games, in other processes, and continue after a restart."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from kontor.core import registry
from kontor.core.record import read_record, replay
from kontor.server.workers.local_workers import LocalWorkers
from tests.core.nim import NimType
from tests.server.live_server import PATIENCE, Client, LiveServer, live_server
from tests.server.test_moves import HANSA, TEUTONICA

pytestmark = pytest.mark.anyio


async def finished(client: Client, table: str) -> Any:
    """Return the table when its game is over."""
    async with client.listen(table, since=0) as live_socket:
        while not (await live_socket.receive("entries"))["over"]:
            pass
    return await client.look(table)


async def test_computers_play_a_whole_game(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(HANSA, ["light", "greedy"])
    seen = await finished(ada, table["id"])
    assert {entry["by"] for entry in seen["entries"]} == {"chance", "computer"}
    record = read_record(await ada.ask("GET", f"/api/tables/{table['id']}/record"))
    replay(registry.game(record.setup), record)


async def test_a_person_and_computers_take_turns(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human", "light", "light"])
    async with ada.listen(table["id"], state=True) as live_socket:
        number = (await ada.play(table["id"], "income 1 0", "income 1 0", "end-turn"))["number"]
        while (update := await live_socket.receive("entries"))["decision"] != 0 or update["number"] <= number:
            pass
    seats = {
        entry["seat"]
        for update in live_socket.received
        for entry in update.get("entries", [])
        if entry["by"] == "computer"
    }
    assert 1 in seats


async def test_they_go_on_after_a_restart(folder: Path) -> None:
    async with live_server(folder, computer_pause=0.02) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(TEUTONICA, ["light", "light", "light"], public=True)
        async with ada.listen(table["id"]) as live_socket:
            await live_socket.receive_until(table["state"]["number"] + 3)
    async with live_server(folder) as server:
        seen = await finished(server.anonymous(), table["id"])
    assert [entry["number"] for entry in seen["entries"]] == list(range(1, seen["state"]["number"] + 1))


async def test_a_worker_that_dies_is_replaced(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(HANSA, ["human", "light"])
    pool, workers = server.node.pool, server.node.computers
    assert isinstance(workers, LocalWorkers)
    await asyncio.wait_for(pool.choose(*await decision_of(server, table["id"])), PATIENCE)
    killed = workers.processes()
    for pid in killed:
        os.kill(pid, 9)
    game, view, agent = await decision_of(server, table["id"])
    chosen = await asyncio.wait_for(pool.choose(game, view, agent), PATIENCE)
    assert chosen.move in game.legal_moves(view)
    replaced = workers.processes()
    assert killed
    assert replaced
    assert replaced.isdisjoint(killed)


async def decision_of(server: LiveServer, table: str) -> tuple[Any, Any, str]:
    """Return the game, the view of the seat to move, and an agent."""
    match = await server.node.matches.get(table)
    return match.game, match.game.view(match.timeline.position, match.to_move), "light"


async def test_an_agent_from_a_file_takes_no_seat(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    for agent in ("agent.py:Agent", "nobody", "greedy+nobody", "greedy+a.py:B"):
        seats = [{"kind": "human"}, {"kind": "agent", "agent": agent}]
        answer = await ada.send("POST", "/api/tables", {"setup": HANSA, "seats": seats})
        assert (answer.status_code, "unknown" in answer.json()["sentence"]) == (422, True)


async def test_a_game_that_workers_do_not_know_goes_on_with_the_smallest_choice(server: LiveServer) -> None:
    registry.register(NimType())
    try:
        ada = await server.sign_in("Ada")
        table = await ada.open({"game": "nim", "players": 2}, ["light", "light"])
        assert (await finished(ada, table["id"]))["state"]["over"]
    finally:
        registry.unregister("nim")

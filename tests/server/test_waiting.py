"""Players are informed when a computer opponent waits for a process."""

from pathlib import Path

import anyio
import pytest

from tests.server.live_server import Client, LiveServer, live_server, plan

pytestmark = pytest.mark.anyio

TEUTONICA = {"game": "teutonica", "players": 2}


async def open_expert_tables(client: Client, count: int) -> list[str]:
    """Create tables at which a strong computer player begins against a person."""
    seats = [plan("expert"), plan("human")]
    return [(await client.open(TEUTONICA, seats))["id"] for _ in range(count)]


async def test_a_waiting_decision_is_reported_with_its_position(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    *_, last = await open_expert_tables(ada, 4)
    received = (await ada.look(last))["thinking"]
    assert (received["seat"], received["before"]) == (0, 2)
    async with ada.listen(last) as live_socket:
        places = [received["before"]]
        while places[-1] is not None:
            places.append((await live_socket.receive("thinking"))["before"])
    assert places[:2] == [2, 2]
    assert 1 in places or 0 in places
    assert places[-1] is None


async def test_accounts_take_turns(folder: Path) -> None:
    async with live_server(folder) as server:
        ada, ben = await server.sign_in("Ada"), await server.sign_in("Ben")
        await open_expert_tables(ada, 6)
        [own] = await open_expert_tables(ben, 1)
        assert (await ben.look(own))["thinking"]["before"] <= 1


async def test_quick_decisions_are_not_reported(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, [plan("light"), plan("human")])
    async with ada.listen(table["id"], since=0) as live_socket:
        while (await live_socket.receive("entries"))["decision"] is None:
            pass
    assert (await ada.look(table["id"]))["thinking"] is None


async def test_an_account_waits_for_two_hints_at_a_time(folder: Path) -> None:
    async with live_server(folder) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open({"game": "hansa", "players": 2, "start_player": 0}, [plan("human"), plan("light")])
        await open_expert_tables(ada, 1)
        path, content = f"/api/tables/{table['id']}/hint", {"number": table["state"]["number"]}
        async with anyio.create_task_group() as group:
            statuses: list[int] = []

            async def ask() -> None:
                statuses.append((await ada.send("POST", path, content)).status_code)

            for _ in range(4):
                group.start_soon(ask)
    assert sorted(statuses) == [200, 200, 429, 429]

"""Analyses: who may start one, how its progress is reported, and that no running game is analysed."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from kontor.server.service.analyses import AnalysisCache
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.test_moves import HANSA

pytestmark = pytest.mark.anyio

PLANTED = Path(__file__).parents[1] / "study" / "records" / "planted-blunder.json"


def path_of(table: dict[str, Any]) -> str:
    """Return the path of the analysis of a table."""
    return f"/api/tables/{table['id']}/analysis"


async def studied(client: Client, moves: int | None = None) -> dict[str, Any]:
    """Create a table at which one person studies the game with the planted blunder, or its first moves."""
    record = json.loads(PLANTED.read_text(encoding="utf-8"))
    if moves is not None:
        record = {**record, "moves": record["moves"][:moves], "result": None}
    table: dict[str, Any] = await client.ask("POST", "/api/tables", {"record": record})
    return table


async def completed(client: Client, table: dict[str, Any]) -> dict[str, Any]:
    """Return the analysis of a table once it is complete."""
    for _ in range(600):
        found: dict[str, Any] = await client.ask("GET", path_of(table))
        if found["complete"]:
            return found
        await asyncio.sleep(0.1)
    raise AssertionError("the analysis does not come to an end")


async def test_a_studied_record_is_analysed_on_demand_and_once(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await studied(ada)
    assert (await ada.send("GET", path_of(table))).status_code == 404
    begun = await ada.ask("POST", path_of(table))
    assert begun["total"] > begun["done"]
    assert begun["report"] is None
    found = await completed(ada, table)
    assert found["done"] == found["total"]
    worst = found["report"]["turning_points"][0]
    assert (worst["number"], worst["move"], worst["best"]) == (16, "end-turn", "create arnheim--kampen")
    assert [len(reading["chances"]) for reading in found["curve"]] == [4] * 26
    assert await ada.ask("POST", path_of(table)) == found


async def test_a_game_that_is_played_is_not_analysed(server: LiveServer) -> None:
    ada, ben = await server.sign_in("Ada"), await server.sign_in("Ben")
    with_ben = await ada.open(HANSA, ["human", "open"])
    await ben.ask("POST", f"/api/tables/{with_ben['id']}/seats/1", {"invitation": with_ben["invitations"]["1"]})
    with_computer = await ada.open(HANSA, ["human", "light"])
    for table in (with_ben, with_computer):
        for verb in ("POST", "GET"):
            refused = await ada.send(verb, path_of(table))
            assert refused.status_code == 409
            assert (
                refused.json()["sentence"] == "This game is still being played; it can be analysed when it is over."
            )


async def test_a_game_that_is_over_is_analysed_for_all_who_may_see_it(server: LiveServer) -> None:
    ada, ben = await server.sign_in("Ada"), await server.sign_in("Ben")
    table = await ada.open(HANSA, ["light", "light"], public=True)
    for _ in range(600):
        if (await ada.look(table["id"]))["state"]["over"]:
            break
        await asyncio.sleep(0.1)
    begun = await ben.ask("POST", path_of(table))
    assert begun["total"] > 20
    assert (await ada.send("GET", path_of(table))).status_code == 200


async def test_a_private_table_stays_private(server: LiveServer) -> None:
    ada, ben = await server.sign_in("Ada"), await server.sign_in("Ben")
    table = await studied(ada)
    assert (await ben.send("POST", path_of(table))).status_code in (403, 404)


async def test_an_account_may_have_few_analyses_under_way(folder: Path) -> None:
    async with live_server(folder) as server:
        ada, ben = await server.sign_in("Ada"), await server.sign_in("Ben")
        tables = [await studied(ada) for _ in range(4)]
        begun = [await ada.send("POST", path_of(table)) for table in tables]
        assert [answer.status_code for answer in begun] == [200, 200, 200, 429]
        assert begun[3].json()["sentence"].startswith("You have as many analyses under way as one account may have")
        assert [answer.json()["before"] for answer in begun[:3]] == [None, 0, 1]
        others = await studied(ben, 6)
        await ben.ask("POST", path_of(others))
        await completed(ben, others)
        assert (await ada.ask("GET", path_of(tables[2])))["complete"] is False


async def test_guests_of_one_address_may_have_few_analyses_under_way(folder: Path) -> None:
    async with live_server(folder, analyses_per_address=2) as server:
        guests = [await server.sign_in(f"Guest {number}") for number in range(3)]
        begun = [await guest.send("POST", path_of(await studied(guest))) for guest in guests]
        assert [answer.status_code for answer in begun] == [200, 200, 429]


async def test_a_full_server_refuses_more_analyses(folder: Path) -> None:
    async with live_server(folder, analyses_waiting=1) as server:
        ada, ben = await server.sign_in("Ada"), await server.sign_in("Ben")
        table = await studied(ada, 12)
        assert (await ada.send("POST", path_of(table))).status_code == 200
        assert (await ben.send("POST", path_of(await studied(ben)))).status_code == 429
        assert (await completed(ada, table))["complete"]


def test_finished_analyses_take_so_many_bytes_at_most() -> None:
    cache = AnalysisCache(100)
    for table in ("a", "b", "c"):
        cache.put(table, 1, b"x" * 40)
        assert cache.get("a", 1) is not None
    assert cache.get("b", 1) is None
    assert cache.get("a", 2) is None
    assert cache.bytes == 80

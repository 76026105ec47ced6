"""Votes to let the computer play for an absent player."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kontor.server import clock as server_clock
from kontor.server.service.absence import LONG_WAIT, OFFLINE_WAIT
from kontor.server.store.models import AbsenceVoteRow
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.postgres import Postgres
from tests.server.test_clocks import SetClock
from tests.server.test_moves import TEUTONICA, seat_all

pytestmark = pytest.mark.anyio


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Replace the wall clock by an adjustable one."""
    clock = SetClock()
    monkeypatch.setattr(server_clock, "source", clock)
    return clock


async def vote(client: Client, table: Any, agree: bool = True) -> Any:
    """Send a vote at the present number of a table and return the response."""
    number = (await client.look(table["id"]))["state"]["number"]
    return await client.send("POST", f"/api/tables/{table['id']}/absence", {"number": number, "agree": agree})


async def test_all_others_replace_a_player_who_may_return(server: LiveServer, wall: SetClock) -> None:
    table, (ada, berta, carl) = await seat_all(server, TEUTONICA)
    assert (await vote(berta, table)).status_code == 409
    wall.set_by = LONG_WAIT + 60_000
    assert (await vote(ada, table)).status_code == 403, "the absent player has no vote"
    first = await vote(berta, table)
    assert first.json()["absence"]["votes"] == [1]
    assert (await ada.look(table["id"]))["state"]["absence"]["voters"] == [1, 2]
    assert (await vote(berta, table, agree=False)).json()["absence"]["votes"] == []
    await vote(berta, table)
    done = (await vote(carl, table)).json()
    assert [(entry["kind"], entry["by"], entry["change"]["kind"]) for entry in done["entries"]] == [
        ("seat", "vote", "agent")
    ]
    await ada.ask("POST", f"/api/tables/{table['id']}/seats/0", {})
    assert (await ada.look(table["id"]))["seats"][0]["yours"]


async def test_votes_are_dropped_when_the_player_moves(server: LiveServer, wall: SetClock) -> None:
    table, (ada, berta, carl) = await seat_all(server, TEUTONICA)
    wall.set_by = LONG_WAIT + 60_000
    await vote(berta, table)
    await ada.play(table["id"], table["state"]["moves"][0]["words"])
    assert (await berta.look(table["id"]))["state"]["absence"]["votes"] == []
    assert (await vote(carl, table)).status_code == 409
    stale = await carl.send(
        "POST", f"/api/tables/{table['id']}/absence", {"number": table["state"]["number"], "agree": True}
    )
    assert (stale.status_code, stale.json()["error"]) == (409, "stale")


async def test_a_disconnected_player_is_replaced_while_all_others_are_there(
    server: LiveServer, wall: SetClock
) -> None:
    table, (_, berta, carl) = await seat_all(server, TEUTONICA)
    wall.set_by = OFFLINE_WAIT + 60_000
    async with berta.listen(table["id"]) as one:
        await one.receive("entries")
        assert (await vote(berta, table)).status_code == 409, "the other voter is not connected"
        async with carl.listen(table["id"]) as other:
            await other.receive("entries")
            assert (await vote(berta, table)).status_code == 200
            assert (await vote(carl, table)).json()["entries"][-1]["by"] == "vote"


@pytest.mark.parametrize("clock", [{"kind": "turn", "seconds": 600}, None])
async def test_no_vote_where_a_clock_decides_or_nobody_waits(server: LiveServer, clock: Any, wall: SetClock) -> None:
    seats = None if clock else ["human", "light", "light"]
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, seats, clock=clock)
    wall.set_by = LONG_WAIT + 60_000
    assert table["state"]["absence"] is None
    assert (await vote(ada, table)).status_code == 409
    stranger = await server.sign_in("Stranger")
    answer = await stranger.send("POST", f"/api/tables/{table['id']}/absence", {"number": 1})
    assert answer.status_code == 403


@pytest.mark.parametrize("nodes", [1, 2])
async def test_the_last_votes_at_once_replace_the_player_once(
    nodes: int, folder: Path, wall: SetClock, request: pytest.FixtureRequest
) -> None:
    options: dict[str, Any] = {}
    if nodes == 2:
        postgres: Postgres = request.getfixturevalue("postgres")
        options["database"] = postgres.url
    async with live_server(folder, **options) as server, live_server(folder / "other", **options) as second:
        table, (ada, berta, carl) = await seat_all(server, TEUTONICA)
        other = second.same_account(carl) if nodes == 2 else carl
        wall.set_by = LONG_WAIT + 60_000
        await asyncio.gather(vote(berta, table), vote(other, table), vote(berta, table))
        entries = (await ada.look(table["id"]))["entries"]
        assert [entry["by"] for entry in entries if entry["kind"] == "seat"] == ["vote"]
        async with server.node.database.reading() as session:
            assert await session.get(AbsenceVoteRow, (table["id"], table["state"]["number"], 1)) is not None

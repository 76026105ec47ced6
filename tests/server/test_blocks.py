"""Blocks: blocked people cannot join, are not told why, and games that both play go on."""

import asyncio

import pytest

from kontor.server.service import blocks
from kontor.server.service.blocks import CANNOT_JOIN, blocked_among, is_blocked
from tests.server.live_server import LiveServer
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio


async def test_a_blocked_person_cannot_join_and_is_not_told_why(server: LiveServer) -> None:
    anneke, bertram, clara = [await server.sign_in(name) for name in ("Anneke", "Bertram", "Clara")]
    await anneke.ask("PUT", f"/api/people/{bertram.id}/block")
    table = await anneke.open(TEUTONICA, public=True)
    refused = await bertram.send("POST", f"/api/tables/{table['id']}/seats/1", {})
    assert (refused.status_code, refused.json()["sentence"]) == (403, CANNOT_JOIN)
    invited = {"invitation": table["invitations"]["1"]}
    assert (await bertram.send("POST", f"/api/tables/{table['id']}/seats/1", invited)).status_code == 403
    await clara.ask("POST", f"/api/tables/{table['id']}/seats/1", {})
    assert (await bertram.ask("GET", "/api/blocks"))["people"] == []


async def test_nobody_joins_beside_a_person_they_have_blocked(server: LiveServer) -> None:
    anneke, bertram, clara = [await server.sign_in(name) for name in ("Anneke", "Bertram", "Clara")]
    table = await clara.open(TEUTONICA, public=True)
    await bertram.ask("POST", f"/api/tables/{table['id']}/seats/1", {})
    await anneke.ask("PUT", f"/api/people/{bertram.id}/block")
    assert (await anneke.send("POST", f"/api/tables/{table['id']}/seats/2", {})).status_code == 403


async def test_a_game_that_both_play_goes_on(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    table = await anneke.open(TEUTONICA, ["human", "open", "light"], public=True)
    seat = f"/api/tables/{table['id']}/seats/1"
    await bertram.ask("POST", seat, {})
    await anneke.ask("PUT", f"/api/people/{bertram.id}/block")
    await bertram.ask("PUT", seat, {})
    await bertram.ask("POST", seat, {})
    await anneke.play(table["id"], "place bremen--osnabruck.2 t")


async def test_blocks_are_listed_and_removed(server: LiveServer) -> None:
    anneke, bertram, clara = [await server.sign_in(name) for name in ("Anneke", "Bertram", "Clara")]
    for other in (bertram, clara, bertram):
        await anneke.ask("PUT", f"/api/people/{other.id}/block")
    listed = (await anneke.ask("GET", "/api/blocks"))["people"]
    assert sorted(person["name"] for person in listed) == ["Bertram", "Clara"]
    for _ in range(2):
        await anneke.ask("DELETE", f"/api/people/{bertram.id}/block")
    assert [person["id"] for person in (await anneke.ask("GET", "/api/blocks"))["people"]] == [clara.id]
    async with server.node.database.reading() as session:
        assert await is_blocked(session, clara.id, anneke.id)
        assert await is_blocked(session, anneke.id, clara.id)
        assert not await is_blocked(session, anneke.id, bertram.id)
        assert await blocked_among(session, anneke.id, [bertram.id, clara.id]) == {clara.id}


async def test_bad_requests_change_nothing(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    assert (await anneke.send("PUT", f"/api/people/{anneke.id}/block")).status_code == 422
    assert (await anneke.send("PUT", "/api/people/nobody/block")).status_code == 404
    assert (await anneke.send("PUT", "/api/people/No%20one/block")).status_code == 422
    assert (await server.anonymous().send("PUT", f"/api/people/{bertram.id}/block")).status_code == 401
    monkeypatch.setattr(blocks, "MAX_BLOCKS", 0)
    assert (await anneke.send("PUT", f"/api/people/{bertram.id}/block")).status_code == 429
    assert (await anneke.ask("GET", "/api/blocks"))["people"] == []


async def block_at_once(servers: list[LiveServer]) -> None:
    """Block one person by several requests at once, and check that there is one block."""
    anneke, bertram = await servers[0].sign_in("Anneke"), await servers[0].sign_in("Bertram")
    callers = [servers[n % len(servers)].same_account(anneke) for n in range(6)]
    answers = await asyncio.gather(*(caller.send("PUT", f"/api/people/{bertram.id}/block") for caller in callers))
    assert {answer.status_code for answer in answers} == {204}
    assert len((await anneke.ask("GET", "/api/blocks"))["people"]) == 1


async def test_blocking_twice_at_once_is_one_block(server: LiveServer) -> None:
    await block_at_once([server])


async def test_blocking_twice_at_once_at_two_nodes_is_one_block(nodes: list[LiveServer]) -> None:
    await block_at_once(nodes)

"""Friends: requests, answers, who sees who is online, and requests that cross."""

import asyncio
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio

FRIENDS = "/api/friends"


async def two(server: LiveServer) -> tuple[Client, Client]:
    """Return two people who do not know each other."""
    return await server.sign_in("Anneke"), await server.sign_in("Bertram")


def names(requests: list[Any]) -> list[str]:
    """Return the names of people in a list."""
    return [each["person"]["name"] for each in requests]


async def test_a_request_is_accepted(server: LiveServer) -> None:
    anneke, bertram = await two(server)
    asked = await anneke.ask("POST", FRIENDS, {"account_id": bertram.id})
    assert (asked["person"]["name"], asked["accepted"]) == ("Bertram", False)
    assert (await anneke.send("PUT", f"{FRIENDS}/{bertram.id}")).status_code == 404
    assert names((await anneke.ask("GET", FRIENDS))["sent"]) == ["Bertram"]
    assert names((await bertram.ask("GET", FRIENDS))["received"]) == ["Anneke"]
    await bertram.ask("PUT", f"{FRIENDS}/{anneke.id}")
    for client, other in ((anneke, "Bertram"), (bertram, "Anneke")):
        found = await client.ask("GET", FRIENDS)
        assert (names(found["friends"]), found["sent"], found["received"]) == ([other], [], [])
        assert found["friends"][0]["online"] is False


async def test_a_person_with_a_password_is_found_by_the_exact_name_only(server: LiveServer) -> None:
    anneke, hugo = await server.sign_in("Anneke"), await server.sign_in("Hugo of Lübeck")
    assert (await anneke.send("POST", FRIENDS, {"name": "Hugo of Lübeck"})).status_code == 404
    await hugo.ask("PUT", "/api/session/password", {"password": "seven merchants"})
    for name in ("hugo of lübeck", "Hugo of Lubeck", "Hug\u043e of Lübeck"):
        assert (await anneke.send("POST", FRIENDS, {"name": name})).status_code == 404
    assert (await anneke.ask("POST", FRIENDS, {"name": "Hugo of Lübeck"}))["person"]["id"] == hugo.id


async def test_bad_requests_change_nothing(server: LiveServer) -> None:
    anneke, bertram = await two(server)
    bodies: list[Any] = [{}, {"name": "x", "account_id": bertram.id}, {"account_id": "X"}, {"who": "x"}]
    for body in [*bodies, {"account_id": anneke.id}]:
        assert (await anneke.send("POST", FRIENDS, body)).status_code == 422
    assert (await anneke.send("POST", FRIENDS, {"account_id": "nobody"})).status_code == 404
    assert (await anneke.send("DELETE", f"{FRIENDS}/{bertram.id}")).status_code == 404
    assert (await server.anonymous().send("GET", FRIENDS)).status_code == 401
    assert await anneke.ask("GET", FRIENDS) == {"friends": [], "received": [], "sent": []}


async def test_a_friendship_ends_for_both(server: LiveServer) -> None:
    anneke, bertram = await two(server)
    await anneke.ask("POST", FRIENDS, {"account_id": bertram.id})
    assert (await bertram.ask("POST", FRIENDS, {"account_id": anneke.id}))["accepted"]
    await bertram.ask("DELETE", f"{FRIENDS}/{anneke.id}")
    assert (await anneke.ask("GET", FRIENDS))["friends"] == []
    table = await anneke.open(TEUTONICA, ["human", "open", "open"])
    answer = await anneke.send("POST", f"/api/tables/{table['id']}/invited", {"accounts": [bertram.id]})
    assert answer.status_code == 403


async def test_blocked_people_cannot_ask(server: LiveServer) -> None:
    anneke, bertram = await two(server)
    await bertram.ask("PUT", f"/api/people/{anneke.id}/block")
    assert (await anneke.send("POST", FRIENDS, {"account_id": bertram.id})).status_code == 403
    assert (await bertram.ask("GET", FRIENDS))["received"] == []


async def test_only_friends_see_who_is_online(server: LiveServer) -> None:
    anneke, bertram = await two(server)
    table = await bertram.open(TEUTONICA, ["human", "open", "open"], public=True)
    async with bertram.listen(table["id"]) as live_socket:
        await live_socket.receive("entries")
        await anneke.ask("POST", FRIENDS, {"account_id": bertram.id})
        assert "online" not in str(await anneke.ask("GET", FRIENDS))
        await bertram.ask("PUT", f"{FRIENDS}/{anneke.id}")
        assert (await anneke.ask("GET", FRIENDS))["friends"][0]["online"]
        assert not (await bertram.ask("GET", FRIENDS))["friends"][0]["online"]


async def cross(servers: list[LiveServer]) -> None:
    """Let two people ask each other at the same moment, on one or several nodes; they are friends then."""
    for _ in range(5):
        anneke, bertram = await two(servers[0])
        other = servers[-1].same_account(bertram)
        bodies = ((anneke, {"account_id": bertram.id}), (other, {"account_id": anneke.id}))
        answers = await asyncio.gather(*(client.send("POST", FRIENDS, body) for client, body in bodies))
        assert [answer.status_code for answer in answers] == [200, 200]
        assert names((await anneke.ask("GET", FRIENDS))["friends"]) == ["Bertram"]


async def test_requests_that_cross_make_friends(server: LiveServer) -> None:
    await cross([server])


async def test_requests_that_cross_on_two_nodes(nodes: list[LiveServer]) -> None:
    await cross(nodes)


async def test_another_node_knows_who_is_online(nodes: list[LiveServer]) -> None:
    anneke, bertram = await two(nodes[0])
    away = nodes[1].same_account(bertram)
    await anneke.ask("POST", FRIENDS, {"account_id": bertram.id})
    await away.ask("PUT", f"{FRIENDS}/{anneke.id}")
    table = await away.open(TEUTONICA, ["human", "open", "open"])
    async with away.listen(table["id"]) as live_socket:
        await live_socket.receive("entries")
        await nodes[1].node.online.announce()
        assert (await anneke.ask("GET", FRIENDS))["friends"][0]["online"]
    while nodes[1].node.hub.sockets.get(bertram.id):
        await asyncio.sleep(0.01)
    await nodes[1].node.online.announce()
    assert not (await anneke.ask("GET", FRIENDS))["friends"][0]["online"]

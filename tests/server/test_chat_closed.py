"""The host of a table closes and opens its chat, which everybody at the table sees at once."""

import pytest

from tests.server.live_server import LiveServer
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio


async def test_the_host_closes_the_chat_for_everybody(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    table = await anneke.open(TEUTONICA, public=True)
    address = f"/api/tables/{table['id']}"
    assert table["chat_closed"] is False
    assert (await bertram.send("PUT", f"{address}/chat", {"closed": True})).status_code == 403
    for bad in ({}, {"closed": "perhaps"}, {"closed": True, "more": 1}):
        assert (await anneke.send("PUT", f"{address}/chat", bad)).status_code == 422
    async with bertram.listen(table["id"]) as live_socket:
        assert (await live_socket.receive("seats"))["chat_closed"] is False
        await anneke.ask("PUT", f"{address}/chat", {"closed": True})
        assert (await live_socket.receive("seats"))["chat_closed"] is True
        for person in (anneke, bertram):
            refused = await person.send("POST", f"{address}/messages", {"text": "hello"})
            assert (refused.status_code, "closed the chat" in refused.json()["sentence"]) == (403, True)
        assert (await bertram.look(table["id"]))["chat_closed"] is True
        await anneke.ask("PUT", f"{address}/chat", {"closed": False})
        assert (await live_socket.receive("seats"))["chat_closed"] is False
    await bertram.ask("POST", f"{address}/messages", {"text": "hello"})


async def test_a_chat_closed_at_one_node_is_closed_at_the_other(nodes: list[LiveServer]) -> None:
    anneke, bertram = await nodes[0].sign_in("Anneke"), await nodes[1].sign_in("Bertram")
    table = await anneke.open(TEUTONICA, public=True)
    await bertram.look(table["id"])
    await anneke.ask("PUT", f"/api/tables/{table['id']}/chat", {"closed": True})
    refused = await bertram.send("POST", f"/api/tables/{table['id']}/messages", {"text": "hello"})
    assert refused.status_code == 403

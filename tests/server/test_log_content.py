"""The complete log of a server contains routes and statuses, and nothing of what people do or from where."""

import asyncio
import json
import os
import re
import signal
from pathlib import Path

import httpx
import pytest

from kontor.server.middleware.access_log import MOVES_ROUTE
from tests.server.live_server import Client
from tests.server.raw_client import RawConnection, websocket_request
from tests.server.server_process import ServerProcess, children_of, server_process
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio

ADDRESS = "127.83.91.7"
HOOK = "http://127.0.0.1:9/secret-path-of-a-hook"


async def write_raw(server: ServerProcess, data: bytes) -> None:
    """Send bytes that are not a valid request from an address of its own."""
    port = int((server.address or "").rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
    await RawConnection(reader, writer).send(data)
    await asyncio.wait_for(reader.read(100), 20)
    writer.transport.abort()


async def use(server: ServerProcess) -> list[str]:
    """Do everything that might be logged and return what must not be."""
    client = Client(server.start())
    client.http = httpx.AsyncClient(
        base_url=client.address, timeout=30, transport=httpx.AsyncHTTPTransport(local_address=ADDRESS)
    )
    client.id = (await client.ask("POST", "/api/session", {"name": "Adelheid"}))["id"]
    table = await client.open(TEUTONICA, ["human", "light", "light"])
    await client.ask("POST", "/api/webhooks", {"url": HOOK, "events": ["turn"]})
    move = table["state"]["moves"][0]["words"]
    async with client.listen(table["id"], since=0) as live_socket:
        await client.move(table["id"], table["state"]["number"], move)
        await live_socket.receive("entries")
        await live_socket.socket.send("x" * 70_000)
    for path in (f"/api/tables/{table['id']}?seat=9", "/api/tables/no-such-table", "/api/session/none"):
        await client.send("GET", path)
    await client.send("GET", "/", headers={"Host": "rebound.example"})
    await write_raw(server, b"nonsense Adelheid\r\n\r\n")
    await write_raw(server, websocket_request(f"/api/tables/{table['id']}/live", "Origin: http://elsewhere.example"))
    for child in children_of(server.process.pid)[-1:]:
        os.kill(child, signal.SIGKILL)
    await client.move(table["id"], (await client.look(table["id"]))["state"]["number"], "no move at all")
    await asyncio.sleep(2)
    cookies = list(client.http.cookies.values())
    await client.http.aclose()
    return [ADDRESS, table["id"], client.id, "Adelheid", move, "secret-path", "rebound.example", *cookies]


async def test_a_log_names_no_address_table_person_move_or_secret(folder: Path) -> None:
    networks = '["127.0.0.0/8"]'
    with server_process("--data", folder, workers=1, webhook_networks=networks, delivery_pause_seconds=0.1) as server:
        hidden = await use(server)
        server.stop()
        log = server.log()
    moves = [line for line in map(json.loads, log.splitlines()) if line.get("route") == MOVES_ROUTE]
    assert [line["status"] for line in moves] == [422]  # successful ones are only counted
    assert [word for word in hidden if word in log] == []
    assert re.findall(r"127\.\d+\.\d+\.\d+", log) == []

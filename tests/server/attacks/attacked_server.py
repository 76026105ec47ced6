"""A server in a process of its own and clients that connect from chosen local addresses."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.server.live_server import Client
from tests.server.server_process import ServerProcess, server_process

ATTACKER = "127.0.0.3"
PLAYER = "127.0.0.2"


class AttackedServer:
    """A server and its clients."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.clients: list[Client] = []

    @property
    def address(self) -> str:
        """The address of the server."""
        assert self.server.address is not None
        return self.server.address

    async def guest(self, name: str, local: str) -> Client:
        """Create a guest account from a local address."""
        client = Client(self.address, local)
        self.clients.append(client)
        client.id = (await client.ask("POST", "/api/session", {"name": name}))["id"]
        return client

    def cpu_seconds(self) -> float:
        """Return the processor time the server has used, without its workers."""
        fields = Path(f"/proc/{self.server.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def attacked_server(folder: Path, **settings: object) -> AsyncIterator[AttackedServer]:
    """Start a server with settings; its clients are closed at the end."""
    with server_process("--data", folder, **settings) as server:
        server.start()
        made = AttackedServer(server)
        try:
            yield made
        finally:
            for client in made.clients:
                await client.http.aclose()

"""A webhook receiver: a real HTTP server that keeps every call."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn
from starlette.types import Receive, Scope, Send

from kontor.server.http_server import bind
from tests.server.live_server import PATIENCE

OLDEST_SECONDS = 300


@dataclass(frozen=True)
class Call:
    """A received call."""

    headers: dict[str, str]
    body: bytes

    @property
    def content(self) -> Any:
        """The body as JSON data."""
        return json.loads(self.body)


class WebhookReceiver:
    """Answers calls with the next status of a list, and with 204 when it is empty."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}/hook"
        self.calls: list[Call] = []
        self.statuses: list[int] = []
        self.delay = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call."""
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        self.calls.append(Call(headers, body))
        status = self.statuses.pop(0) if self.statuses else 204
        await asyncio.sleep(self.delay)
        location = [(b"location", b"http://127.0.0.1:1/elsewhere")] if status == 302 else []
        await send({"type": "http.response.start", "status": status, "headers": location})
        await send({"type": "http.response.body", "body": b""})

    async def wait(self, count: int) -> list[Any]:
        """Wait for some calls, and return their bodies."""
        async with asyncio.timeout(PATIENCE):
            while len(self.calls) < count:
                await asyncio.sleep(0.01)
        return [call.content for call in self.calls]

    async def wait_for(self, event: str) -> Any:
        """Wait for the first call about an event, and return its body."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for call in self.calls:
                    if call.content["event"] == event:
                        return call.content
                await asyncio.sleep(0.01)


@asynccontextmanager
async def webhook_receiver(certificate: str | None = None) -> AsyncIterator[WebhookReceiver]:
    """Run a receiver, over TLS if it has a certificate."""
    bound = bind("127.0.0.1", 0)
    receiver = WebhookReceiver(bound.getsockname()[1])
    config = uvicorn.Config(
        receiver, lifespan="off", log_config=None, timeout_graceful_shutdown=1, ssl_certfile=certificate
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[bound]))
    try:
        yield receiver
    finally:
        server.should_exit = True
        await task


def is_genuine(secret: str, call: Call) -> bool:
    """Return whether a call is signed with a secret and fresh, checked as the documentation says."""
    sent_at = call.headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > OLDEST_SECONDS:
        return False
    content = f"{call.headers['webhook-id']}.{sent_at}.".encode() + call.body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    given = call.headers["webhook-signature"].split()
    return any(hmac.compare_digest(f"v1,{expected}", signature) for signature in given)

"""A minimal HTTP client connection for load tests."""

from __future__ import annotations

import asyncio

import httptools
import orjson

TIMEOUT_SECONDS = 30.0


class HttpConnection(asyncio.Protocol):
    """A connection for requests, one at a time."""

    def __init__(self) -> None:
        self.cookie = ""
        self._body = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._parser = httptools.HttpResponseParser(self)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Store the transport."""
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the pending request."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        """Parse received data."""
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Store the session cookie."""
        if name.lower() == b"set-cookie":
            self.cookie = value.decode().partition(";")[0]

    def on_body(self, body: bytes) -> None:
        """Store a part of the response."""
        self._body += body

    def on_message_complete(self) -> None:
        """Complete the pending request."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result((self._parser.get_status_code(), bytes(self._body)))

    async def send(self, method: str, path: str, content: object = None) -> tuple[int, bytes]:
        """Send a request and return status and body."""
        body = orjson.dumps(content)
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
        lines += ["Content-Type: application/json", *([f"Cookie: {self.cookie}"] if self.cookie else []), "", ""]
        self._parser = httptools.HttpResponseParser(self)
        self._body.clear()
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write("\r\n".join(lines).encode() + body)
        return await asyncio.wait_for(self._answer, TIMEOUT_SECONDS)
